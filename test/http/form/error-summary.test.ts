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

/** Sends a request once and shares its response between tests. */
function once(send: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= send();
    return answer;
  };
}

describe.each(LANGUAGES)('an empty form at $path', ({ path, error, required }) => {
  const sent = once(async () => (await arrive(site(), path)).post({}));

  it('an empty form returns 422 with the error prefix in its title', async () => {
    const { status, title } = await sent();
    expect(status).toBe(422);
    expect(title.startsWith(error)).toBe(true);
    const { title: before } = await (await arrive(site(), path)).get();
    expect(title).toBe(`${error}${before}`);
  });

  it('the error summary links to every required field in form order', async () => {
    const { main } = await sent();
    expect(summaryLinks(main)).toEqual(
      FIELDS.map((name) => ({
        href: `#${name}`,
        text: name === 'declareFile' ? expect.any(String) : required,
      })),
    );
  });
});

it('the error summary of a form with one error has one line', async () => {
  const { main } = await (await arrive(site())).post(whole({ fields: { companyName: 'x' } }));
  expect(summaryLinks(main)).toEqual([{ href: '#companyName', text: 'Enter at least 2 characters' }]);
  expect(FIELDS.filter((name) => faultAt({ main }, name).isInvalid)).toEqual(['companyName']);
});
