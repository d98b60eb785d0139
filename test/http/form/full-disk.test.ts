import { afterEach, expect, it, vi } from 'vitest';
import en from '../../../locales/en/site.json' with { type: 'json' };
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { goodFields } from '../../support/form-client.ts';
import { begin, byHtmx, draftIdOf, formSiteForFile, pdf, whole } from './form-site.ts';
import { filesShown } from './read-form.ts';
import { begun, KB, sender, storedNames } from './resumable-sites.ts';

const site = formSiteForFile();
const content = pdfOf(64 * KB);
const half = content.subarray(0, 32 * KB);

/** Simulates a disk that is too full for files. */
const fillDisk = () => vi.spyOn(site().store.uploads, 'isDiskFull').mockResolvedValue(true);
afterEach(() => vi.restoreAllMocks());

it('stores the fields of a form if the disk is too full for its files', async () => {
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

it('refuses a single file with 507 if the disk is full', async () => {
  const { client } = await sender(site());
  fillDisk();
  const { status, text } = await byHtmx(client, { to: 'files', files: [pdf('a.pdf')] });
  expect([status, text]).toEqual([507, expect.stringContaining(en.problemDiskFull)]);
});

it('refuses upload pieces without losing the offset if the disk is full', async () => {
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

it('a draft that lost files to other drafts reports the loss before it can be submitted', async () => {
  const client = await begin(site());
  await client.post({ files: [pdf()], button: { action: 'upload' } });
  expect(await site().store.removeExcessFiles(0)).toBeGreaterThan(0);
  const page = await client.post(whole({ files: [] }));
  expect(page.status).toBe(422);
  expect(page.summary).toContain('plan.pdf: This file was removed because');
  expect((await client.post(whole())).status).toBe(303);
});

it('/readyz names a full disk but returns 200', async () => {
  fillDisk();
  const ready = async () => JSON.parse((await site().raw('/readyz')).text);
  await expect.poll(ready).toMatchObject({ status: 'ready', away: ['disk'] });
});
