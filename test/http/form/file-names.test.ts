import { describe, expect, it } from 'vitest';
import { allIn, textOf } from '../../support/html.ts';
import { MULTIPART, multipart } from '../../support/multipart.ts';
import { apply, begin, draftOf, FORM, formSiteForFile, pdf } from './form-site.ts';
import { filesShown } from './read-form.ts';

const site = formSiteForFile();

const NAMES = [
  '商业计划书（终稿）.pdf',
  '決算報告書.pdf',
  'خطة العمل.pdf',
  'תוכנית עסקית.pdf',
  '🌱 seedling 👩‍🌾.pdf',
  "it's a plan.pdf",
  'a “quoted” plan.pdf',
  'a "quoted" plan.pdf',
  'plan & <b>sums.pdf',
  'plan;v=2, final=yes.pdf',
  '50% of 100%.pdf',
  'a  b.c.pdf',
  'e\u0301te\u0301.pdf',
  'план.PDF',
  `${'长'.repeat(100)}.pdf`,
];

describe.each(NAMES)('file name %s', (name) => {
  it('is unchanged in the form, the store and the receipt', async () => {
    const client = await begin(site());
    await client.post({ files: [pdf(name, 'same')], button: { action: 'upload' } });
    expect(filesShown(await client.get())).toEqual([name]);
    const { files } = await apply(site(), client, { files: [] });
    expect(files.map((file) => file.name)).toEqual([name]);
    expect(allIn((await client.get(client.receipt())).main, 'bdi').map(textOf)).toEqual([name]);
  });
});

describe('unsafe file name', () => {
  it.each([
    ['C:\\Users\\lin\\plan.pdf', 'plan.pdf'],
    ['../../etc/plan.pdf', 'plan.pdf'],
    ['/etc/passwd/plan.pdf', 'plan.pdf'],
    ['plan\u202efdp.pdf', 'planfdp.pdf'],
    [' plan.pdf ', 'plan.pdf'],
    ['plan.pdf.', 'plan.pdf'],
    ['.pdf', 'file.pdf'],
  ])('%j is stored as %s', async (sent, kept) => {
    const client = await begin(site());
    await client.post({ files: [pdf(sent)], button: { action: 'upload' } });
    expect((await draftOf(site(), client)).names).toEqual([kept]);
  });

  it('is read by RFC 5987 too', async () => {
    const client = await begin(site());
    const body = multipart(Object.entries({ ...client.inputs(), action: 'upload' }), [pdf('NAME.pdf')]);
    const encoded = Buffer.from(
      body.toString('latin1').replace('filename="NAME.pdf"', "filename*=UTF-8''%E8%AE%A1%E5%88%92.pdf"),
      'latin1',
    );
    await client.send(
      FORM,
      'POST',
      { 'Content-Type': MULTIPART, 'Content-Length': `${encoded.length}` },
      encoded,
    );
    expect((await draftOf(site(), client)).names).toEqual(['计划.pdf']);
  });

  it('is never the name of the stored file', async () => {
    const { files } = await apply(site(), await begin(site()));
    expect(files.map(({ storedName }) => storedName)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/u)]);
  });
});

describe('two files with one name', () => {
  it('are both stored, whether they are equal or not', async () => {
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
