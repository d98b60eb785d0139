import { expect, it } from 'vitest';
import { MAX_FILES } from '../../../src/applications/rules/limits.ts';
import { expiryOf } from '../../../src/applications/store/drafts/drafts.ts';
import { sha256Of } from '../../../src/applications/store/testing/index.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { texts } from '../../../src/i18n/set-up.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/lib/days.ts';
import { executeSql } from '../../support/store-faults.ts';
import { metadataOf } from '../../support/tus-client.ts';
import { apply, draftIdOf, formSiteForFile } from './form-site.ts';
import { begun, KB, sender, storedFiles } from './resumable-sites.ts';

const site = formSiteForFile();

const content = pdfOf(600 * KB);
const chunk = (from: number, to: number) => content.subarray(from, to);

it('joins the chunks of a resumable upload into an identical file', async () => {
  const visitor = await sender(site());
  const { status, headers } = await visitor.create('计划.pdf', content.length);
  expect([status, headers['tus-resumable'], headers['upload-expires']]).toEqual([
    201,
    '1.0.0',
    expect.any(String),
  ]);
  const { location = '' } = headers;
  expect(location).toMatch(/^\/en\/apply\/uploads\/[\w-]{22}$/u);
  for (const [from, to] of [
    [0, 256 * KB],
    [256 * KB, 512 * KB],
    [512 * KB, 600 * KB],
  ] as const) {
    const answer = await visitor.patch(location, from, chunk(from, to));
    expect([answer.status, answer.headers['upload-offset'], answer.text]).toEqual([204, `${to}`, '']);
  }
  expect(await storedFiles(site(), visitor)).toEqual([['计划.pdf', sha256Of(content)]]);
  const head = await visitor.head(location);
  expect([head.status, head.headers['upload-offset'], head.headers['upload-length']]).toEqual([
    200,
    `${content.length}`,
    `${content.length}`,
  ]);
  await visitor.client.get();
  const { files } = await apply(site(), visitor.client, { files: [] });
  expect(files).toMatchObject([{ name: '计划.pdf', bytes: content.length, sha256: sha256Of(content) }]);
  for (const answer of [await visitor.head(location), await visitor.patch(location, 0, content)])
    expect(answer.status).toBe(410);
});

it('a resumable upload may start with the first bytes or the whole file', async () => {
  const visitor = await sender(site());
  const headers = { 'Content-Type': 'application/offset+octet-stream' };
  const part = await visitor.create('part.pdf', content.length, headers, chunk(0, 20 * KB));
  expect([part.status, part.headers['upload-offset']]).toEqual([201, `${20 * KB}`]);
  const short = await visitor.create('short.pdf', content.length, headers, chunk(0, 10 * KB));
  expect([short.status, short.headers['upload-offset']]).toEqual([201, '0']);
  const all = await visitor.create('whole.pdf', content.length, headers, content);
  expect([all.status, all.headers['upload-offset']]).toEqual([201, `${content.length}`]);
  expect(await storedFiles(site(), visitor)).toEqual([['whole.pdf', sha256Of(content)]]);
});

it('a resumable upload recognises its file by name, length and modification time', async () => {
  const visitor = await sender(site());
  const facts = { filename: 'again.pdf', lastModified: '1700000000000' };
  const create = (changes = {}) =>
    visitor.create('', content.length, { 'Upload-Metadata': metadataOf({ ...facts, ...changes }) });
  const first = await create();
  await visitor.patch(first.headers.location ?? '', 0, chunk(0, 300 * KB));
  const again = await create();
  expect([again.status, again.headers.location, again.headers['upload-offset']]).toEqual([
    201,
    first.headers.location,
    `${300 * KB}`,
  ]);
  const other = await create({ lastModified: '1700000000001' });
  expect(other.headers.location).not.toBe(first.headers.location);
});

it('an upload expires with its draft, whose lifetime each chunk extends', async () => {
  const visitor = await sender(site());
  const url = await begun(visitor, 'a.pdf', content.length);
  const id = await draftIdOf(site(), visitor.client);
  await executeSql(site(), `update drafts set created_at = created_at - ${2 * DAY_MS} where id = '${id}'`);
  const { headers } = await visitor.patch(url, 0, chunk(0, 300 * KB));
  const draft = await site().store.drafts.get(id);
  const expiry = draft ? expiryOf(draft) : 0;
  expect(Math.abs(Date.parse(`${headers['upload-expires']}`) - expiry)).toBeLessThan(MINUTE_MS);
});

it('removes a resumable upload if its last chunk reveals wrong content', async () => {
  const visitor = await sender(site());
  const url = await begun(visitor, 'plan.docx', content.length);
  await visitor.patch(url, 0, Buffer.alloc(100 * KB));
  const { status, text } = await visitor.patch(url, 100 * KB, Buffer.alloc(content.length - 100 * KB));
  expect([status, text]).toEqual([422, texts('en').problemFileDisguised]);
  expect((await visitor.head(url)).status).toBe(404);
  expect(await storedFiles(site(), visitor)).toEqual([]);
});

it('unfinished uploads count against the limit of their draft', async () => {
  const visitor = await sender(site());
  for (let number = 1; number <= MAX_FILES; number += 1) await begun(visitor, `${number}.pdf`, KB);
  const { status, text } = await visitor.create('more.pdf', KB);
  expect([status, text]).toEqual([429, texts('en').problemTooManyFiles]);
});

it('returns 404 for the upload of another visitor', async () => {
  const [visitor, stranger] = [await sender(site()), await sender(site())];
  const url = await begun(visitor, 'a.pdf', content.length);
  const guessed = url.replace(/[^/]+$/u, 'A'.repeat(22));
  for (const target of [url, guessed, `${guessed}${'a'.repeat(500)}`]) {
    expect((await stranger.head(target)).status).toBe(404);
    expect((await stranger.patch(target, 0, chunk(0, KB))).status).toBe(404);
    expect((await stranger.remove(target)).status).toBe(404);
  }
  expect((await visitor.head(url)).headers['upload-offset']).toBe('0');
});
