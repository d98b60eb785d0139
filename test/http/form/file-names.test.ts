import { describe, expect, it } from 'vitest';
import { allIn, textOf } from '../../support/html.ts';
import { apply, begin, formSiteForFile, pdf } from './form-site.ts';
import { filesShown } from './read-form.ts';

const site = formSiteForFile();

const NAMES = [
  '商业计划书（终稿）.pdf',
  'خطة العمل.pdf',
  '🌱 seedling 👩‍🌾.pdf',
  'a "quoted" plan & <b>sums; v=2.pdf',
  '50% of 100%.PDF',
  'e\u0301te\u0301.pdf',
];

it('file names are unchanged in the form, the store and the receipt', async () => {
  const client = await begin(site());
  await client.post({ files: NAMES.map((name) => pdf(name)), button: { action: 'upload' } });
  expect(filesShown(await client.get())).toEqual(NAMES);
  const { files } = await apply(site(), client, { files: [] });
  expect(files.map(({ name }) => name)).toEqual(NAMES);
  expect(allIn((await client.get(client.receipt())).main, 'bdi').map(textOf)).toEqual(NAMES);
});

describe('files with one name', () => {
  it('are all stored, whether they are equal or not', async () => {
    const sent = [pdf('plan.pdf', 'one'), pdf('plan.pdf', 'two'), pdf('plan.pdf', 'one')];
    const { files } = await apply(site(), await begin(site()), { files: sent });
    expect(files.map(({ name }) => name)).toEqual(['plan.pdf', 'plan.pdf', 'plan.pdf']);
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(2);
    expect(new Set(files.map(({ storedName }) => storedName)).size).toBe(3);
  });

  it('are both stored from two POSTs', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf('plan.pdf', 'one')], button: { action: 'upload' } });
    const { files } = await apply(site(), client, { files: [pdf('plan.pdf', 'two')] });
    expect(files.map(({ name }) => name)).toEqual(['plan.pdf', 'plan.pdf']);
  });
});
