import { describe, expect, it } from 'vitest';
import { fieldNames, isOptional } from '../../../src/applications/rules/fields.ts';
import { type Answer, arrive, CHINESE_FORM, FORM, formSiteForFile, whole } from './form-site.ts';
import { faultAt, summaryLinks } from './read-form.ts';

const site = formSiteForFile();

const FIELDS = fieldNames.filter((name) => !isOptional(name));

const LANGUAGES = [
  { path: FORM, error: 'Error: ', required: 'Required' },
  { path: CHINESE_FORM, error: '错误：', required: '此项必填' },
];

/** One response for several tests. */
function once(send: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= send();
    return answer;
  };
}

describe.each(LANGUAGES)('empty form at $path', ({ path, error, required }) => {
  const sent = once(async () => (await arrive(site(), path)).post({}));

  it('returns 422, with the error prefix in the title', async () => {
    const { status, title } = await sent();
    expect(status).toBe(422);
    expect(title.startsWith(error)).toBe(true);
    const { title: before } = await (await arrive(site(), path)).get();
    expect(title).toBe(`${error}${before}`);
  });

  it('links to every required field in the order of the form', async () => {
    const { main } = await sent();
    expect(summaryLinks(main)).toEqual(
      FIELDS.map((name) => ({
        href: `#${name}`,
        text: name === 'declareFile' ? expect.any(String) : required,
      })),
    );
  });
});

it('the summary of a form with one problem has one line, and only that field is invalid', async () => {
  const { main } = await (await arrive(site())).post(whole({ fields: { companyName: 'x' } }));
  expect(summaryLinks(main)).toEqual([{ href: '#companyName', text: 'Enter at least 2 characters' }]);
  expect(FIELDS.filter((name) => faultAt({ main }, name).isInvalid)).toEqual(['companyName']);
});
