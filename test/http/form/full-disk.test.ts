import { afterEach, describe, expect, it, vi } from 'vitest';
import en from '../../../locales/en/site.json' with { type: 'json' };
import { pdfOf } from '../../../src/form/uploads/checks/test-support/build-pdf.ts';
import { goodFields } from '../../support/form-client.ts';
import { byHtmx, draftIdOf, formSiteForFile, pdf, whole } from './form-site.ts';
import { filesShown } from './read-form.ts';
import { begun, KB, sender, storedNames } from './resumable-sites.ts';

const site = formSiteForFile();
const content = pdfOf(64 * KB);
const half = content.subarray(0, 32 * KB);

/** From now on the disk has less space than files need. */
const fillDisk = () => vi.spyOn(site().store.uploads, 'isDiskFull').mockResolvedValue(true);
afterEach(() => vi.restoreAllMocks());

describe('on a full disk', () => {
  it('the form refuses files in words and keeps the texts: 507', async () => {
    const { client } = await sender(site());
    fillDisk();
    const page = await client.post(whole({ files: [pdf('a.pdf'), pdf('b.pdf')] }));
    expect([page.status, page.problems]).toEqual([
      507,
      expect.arrayContaining(
        ['a.pdf', 'b.pdf'].map((name) => `Declaration files: ${name}: ${en.problemDiskFull}`),
      ),
    ]);
    expect(filesShown(page)).toEqual([]);
    expect(client.inputs()).toMatchObject(goodFields);
    expect(await site().store.drafts.fields(await draftIdOf(site(), client))).toMatchObject(goodFields);
  });

  it('a single file is refused in words: 507', async () => {
    const { client } = await sender(site());
    fillDisk();
    const { status, text } = await byHtmx(client, { to: 'files', files: [pdf('a.pdf')] });
    expect([status, text]).toEqual([507, expect.stringContaining(en.problemDiskFull)]);
  });

  it('an upload in pieces is refused in words at its creation and at a piece, and keeps what has come', async () => {
    const mine = await sender(site());
    const url = await begun(mine, 'a.pdf', content.length);
    await mine.patch(url, 0, half);
    const before = await storedNames(site());
    fillDisk();
    const answers = [
      await mine.create('b.pdf', content.length),
      await mine.patch(url, half.length, content.subarray(half.length)),
    ];
    for (const { status, text, headers } of answers)
      expect([status, text, headers['upload-problem']]).toEqual([507, en.problemDiskFull, '1']);
    expect(await storedNames(site())).toEqual(before);
    vi.restoreAllMocks();
    expect((await mine.patch(url, half.length, content.subarray(half.length))).status).toBe(204);
  });

  it('an application with its files in the draft is taken', async () => {
    const { client } = await sender(site());
    await client.post({ files: [pdf('a.pdf')], button: { action: 'upload' } });
    fillDisk();
    await client.get();
    expect((await client.post(whole({ files: [] }))).status).toBe(303);
  });
});
