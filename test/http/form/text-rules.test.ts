import { describe, expect, it } from 'vitest';
import { fields, isOptional, stages, textFields } from '../../../src/form/rules/fields.ts';
import { freeTextFields } from '../../../src/form/rules/testing/sample-application.ts';
import { arrive, formSiteForFile, goodAnswers, saidOf, visitorForFile } from './form-site.ts';
import { problemsWith } from './read-form.ts';

const site = formSiteForFile();
const client = visitorForFile(site);

const LENGTHS = freeTextFields.map((name) => [name, fields[name].max] as const);
const REQUIRED = textFields.filter((name) => !isOptional(name));
const REQUIRED_TEXTS = freeTextFields.filter((name) => !isOptional(name));

describe.each(LENGTHS)('%s', (name, longest) => {
  it.each(['a', '企', '😀', 'ש'])(
    `accepts ${longest} characters (%s), and not one more`,
    async (character) => {
      expect(await saidOf(client(), name, character.repeat(longest))).toEqual([]);
      expect(await saidOf(client(), name, character.repeat(longest + 1))).toEqual([
        `Shorten this to ${longest} characters or fewer`,
      ]);
    },
  );

  it('does not count surrounding spaces', async () => {
    expect(await saidOf(client(), name, `  ${'企'.repeat(longest)} \u3000`)).toEqual([]);
  });
});

describe('companyName', () => {
  it.each(['ab', '企业', '😀😀', 'a '.repeat(2)])('accepts the two characters %j', async (value) => {
    expect(await saidOf(client(), 'companyName', value)).toEqual([]);
  });

  it.each(['a', '企', '😀', ' a '])('refuses the single character %j', async (value) => {
    expect(await saidOf(client(), 'companyName', value)).toEqual(['Enter at least 2 characters']);
  });
});

describe('companyDescription', () => {
  it('counts a line break as one character', async () => {
    const { max } = fields.companyDescription;
    const lines = '企\n'.repeat(max).slice(0, max - 1);
    expect(await saidOf(client(), 'companyDescription', `${lines}啊`)).toEqual([]);
    expect(await saidOf(client(), 'companyDescription', `${lines}啊啊`)).toEqual([
      `Shorten this to ${max} characters or fewer`,
    ]);
  });
});

describe.each(REQUIRED_TEXTS)('%s', (name) => {
  it.each(['', ' ', '\u3000\t', '\u00a0', '\u200b'])('is required: %j counts as empty', async (value) => {
    expect(await saidOf(client(), name, value)).toEqual(['Required']);
  });
});

describe.each(REQUIRED)('%s', (name) => {
  it('is required', async () => {
    expect(await saidOf(client(), name, '')).toEqual(['Required']);
  });

  it('is required if the POST does not have it', async () => {
    const answer = await (await arrive(site())).post({ fields: goodAnswers, without: [name] });
    expect(problemsWith(answer, name)).toEqual(['Required']);
  });
});

describe('industry', () => {
  it.each(['Modern agriculture', '现代农业', 'Something of our own', '鱼'])('takes %s', async (value) => {
    expect(await saidOf(client(), 'industry', value)).toEqual([]);
  });
});

describe('developmentStage', () => {
  it.each(stages)('takes %s', async (value) => {
    expect(await saidOf(client(), 'developmentStage', value)).toEqual([]);
  });

  it.each(['Idea', 'pre-ipo', 'PRE-IPO', 'IPO', '0', 'constructor', '__proto__', '成长期', 'growth,seed'])(
    'refuses %s',
    async (value) => {
      expect(await saidOf(client(), 'developmentStage', value)).toEqual([
        'Select a development stage from the list',
      ]);
    },
  );
});
