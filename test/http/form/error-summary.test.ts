import { describe, expect, it } from 'vitest';
import { fieldNames, isOptional } from '../../../src/form/rules/fields.ts';
import { invalidValues } from '../../../src/form/rules/testing/sample-application.ts';
import { allIn } from '../../support/html.ts';
import { type Answer, arrive, CHINESE_FORM, FORM, formSiteForFile, whole } from './form-site.ts';
import { byId, faultAt, summaryLinks } from './read-form.ts';

const site = formSiteForFile();

const FIELDS = fieldNames.filter((name) => !isOptional(name));

const LANGUAGES = [
  { path: FORM, error: 'Error: ', required: 'Required', heading: 'There is a problem' },
  { path: CHINESE_FORM, error: '错误：', required: '此项必填', heading: '请更正以下问题' },
];

const BAD_FIELDS = { ...invalidValues, captcha: '' };

/** One response for several tests. */
function once(send: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => {
    answer ??= send();
    return answer;
  };
}

describe.each(LANGUAGES)('empty form at $path', ({ path, error, required, heading }) => {
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
    expect(summaryLinks(main).map(({ href }) => href)).toEqual(FIELDS.map((name) => `#${name}`));
    expect(
      summaryLinks(main)
        .slice(0, -1)
        .map(({ text }) => text),
    ).toEqual(FIELDS.slice(0, -1).map(() => required));
  });

  it('begins with its summary, which has a heading and takes the focus', async () => {
    const { main } = await sent();
    const [summary, ...more] = byId(main, '_problems');
    expect(more).toEqual([]);
    expect(summary?.attributes).toMatchObject({ tabindex: '-1', role: 'alert' });
    expect(summary?.attributes).toHaveProperty('autofocus');
    const labelled = byId(main, summary?.attributes['aria-labelledby'] ?? '');
    expect(labelled.map(({ tag, children }) => [tag, children.join('')])).toEqual([['h2', heading]]);
  });
});

describe.each([
  ['empty', {}],
  ['all wrong', BAD_FIELDS],
])('form that is %s', (_state, fields) => {
  const sent = once(async () => (await arrive(site())).post({ fields, files: [] }));

  it.each(FIELDS)('shows and describes at %s the same text as the summary', async (name) => {
    const { main } = await sent();
    const said = summaryLinks(main).find(({ href }) => href === `#${name}`)?.text;
    const fault = faultAt({ main }, name);
    expect(fault.isInvalid).toBe(true);
    expect(fault.seen).toEqual([`Error: ${said}`]);
    expect(fault.heard).toContain(`Error: ${said}`);
    expect(fault.hasLooseDescription).toBe(false);
  });

  it('has unique ids', async () => {
    const { main } = await sent();
    const ids = ['input', 'select', 'textarea', 'button', 'div', 'p', 'ul', 'h2', 'form', 'datalist', 'span']
      .flatMap((tag) => allIn(main, tag))
      .flatMap(({ attributes }) => attributes.id ?? []);
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  });
});

describe('form with one problem', () => {
  it('has one line, and only that field is invalid', async () => {
    const { main } = await (await arrive(site())).post(whole({ fields: { companyName: 'x' } }));
    expect(summaryLinks(main)).toEqual([{ href: '#companyName', text: 'Enter at least 2 characters' }]);
    expect(FIELDS.filter((name) => faultAt({ main }, name).isInvalid)).toEqual(['companyName']);
  });
});

describe('form before a POST', () => {
  it('has no summary, no invalid field and no error in its title', async () => {
    const { status, main, title, summary } = await (await arrive(site())).get();
    expect(status).toBe(200);
    expect(summary).toBeUndefined();
    expect(title).not.toContain('Error');
    for (const name of FIELDS) expect(faultAt({ main }, name)).toMatchObject({ isInvalid: false, seen: [] });
  });
});
