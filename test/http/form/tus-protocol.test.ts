import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { NEEDS_FORM } from '../../../src/applications/rules/form-protocol.ts';
import { MIN_CHUNK_BYTES } from '../../../src/applications/rules/limits.ts';
import { sha256Of } from '../../../src/applications/store/testing/index.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { data, NO_CONTENT_CACHE, PATHS } from '../../support/fake-backend.ts';
import { tusClient } from '../../support/tus-client.ts';
import { begin, formSiteForFile, pdf, whole } from './form-site.ts';
import { begun, KB, sender, storedFiles } from './resumable-sites.ts';

const site = formSiteForFile(NO_CONTENT_CACHE);
const content = pdfOf(64 * KB);
const half = content.subarray(0, 32 * KB);

// A response that is aborted after its last byte looks complete, but closes the connection.
afterEach(() => expect(site().linesWith('response was cut off')).toEqual([]));

it('creates an upload only for a visitor with a session', async () => {
  const stranger = await sender(site(), { hasDraft: false });
  const refused = await stranger.create('a.pdf', content.length, { 'Submit-Key': 'x'.repeat(22) });
  expect([refused.status, refused.headers['set-cookie']]).toEqual([422, undefined]);
  const mine = await sender(site());
  const { headers } = await mine.create('a.pdf', content.length);
  expect((await mine.patch(headers.location ?? '', 0, content)).status).toBe(204);
  expect(await storedFiles(site(), mine)).toEqual([['a.pdf', sha256Of(content)]]);
});

it.each([
  [{}, 403],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-origin' }, 201],
  [{ 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-Proto': 'https, http' }, 201],
])('an upload creation with the headers %j returns %d', async (headers, status) => {
  const client = tusClient(await begin(site()));
  expect((await client.create('a.pdf', KB, headers)).status).toBe(status);
});

it('an upload creation refuses unknown types and empty files with the messages of the field', async () => {
  const mine = await sender(site());
  for (const [name, bytes, words] of [
    ['a.exe', KB, /^The file must be a PDF/u],
    ['a.pdf', 0, /^The file is empty/u],
  ] as const) {
    const { status, text, headers } = await mine.create(name, bytes);
    expect([status, text]).toEqual([422, expect.stringMatching(words)]);
    expect(headers['upload-problem']).toBe('1');
  }
});

it('an upload creation returns 410 after the submission', async () => {
  const mine = await sender(site());
  const { submitKey = '' } = mine.client.inputs();
  await mine.client.post(whole());
  const { status, headers } = await mine.create('a.pdf', KB, { 'Submit-Key': submitKey });
  expect([status, headers['upload-problem']]).toEqual([410, NEEDS_FORM]);
});

it('refuses to create an upload while the form is closed', async () => {
  const mine = await sender(site());
  site().fake.override(PATHS.declare, data({ componentCode: 'declare', enabled: false }));
  const { status, text } = await mine.create('a.pdf', KB);
  expect([status, text]).toEqual([403, 'We are not accepting applications at the moment.']);
});

/** Counts the bytes of the arriving file. */
async function bytesComingIn(): Promise<number> {
  const folder = path.join(site().dataDir, 'uploads');
  const name = (await readdir(folder)).find((one) => one.endsWith('.part'));
  return name === undefined ? 0 : (await stat(path.join(folder, name))).size;
}

it('accepts a last chunk of less than 16 KB', async () => {
  const mine = await sender(site());
  const url = await begun(mine, 'a.pdf', content.length);
  const most = content.length - 1;
  expect((await mine.patch(url, 0, content.subarray(0, most))).status).toBe(204);
  expect((await mine.patch(url, most, content.subarray(most))).status).toBe(204);
  expect(await storedFiles(site(), mine)).toEqual([['a.pdf', sha256Of(content)]]);
});

it.each([
  ['drops a shorter one', MIN_CHUNK_BYTES - 1, 0],
  ['keeps a longer one', MIN_CHUNK_BYTES + 1, MIN_CHUNK_BYTES + 1],
])(
  'stores a chunk cut off by a lost connection only if it has at least 16 KB: %s',
  async (_what, bytes, offset) => {
    const mine = await sender(site());
    const url = await begun(mine, 'a.pdf', content.length);
    const socket = connect(site().port, '127.0.0.1').on('error', () => undefined);
    const head = [
      `PATCH ${url} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${mine.client.cookie()}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${content.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(content.subarray(0, bytes));
    await expect.poll(bytesComingIn).toBe(bytes);
    socket.end().resume();
    await expect.poll(() => socket.closed).toBe(true);
    await expect.poll(async () => (await mine.head(url)).headers['upload-offset']).toBe(`${offset}`);
    expect((await mine.patch(url, offset, content.subarray(offset))).status).toBe(204);
    expect(await storedFiles(site(), mine)).toEqual([['a.pdf', sha256Of(content)]]);
  },
);

it('the last chunk returns the file list to the form’s script', async () => {
  const mine = await sender(site());
  const url = await begun(mine, 'a.pdf', content.length);
  await begun(mine, 'b.pdf', 10 * KB);
  const { status, headers, text } = await mine.patch(url, 0, content, { 'HX-Request': 'true' });
  expect([status, headers['upload-offset']]).toEqual([200, `${content.length}`]);
  expect(text).toMatch(/id="_files"[\s\S]*a\.pdf[\s\S]*id="_unfinished"[\s\S]*b\.pdf/u);
});

it('shows an unfinished upload without a script', async () => {
  const mine = await sender(site());
  const url = await begun(mine, 'report.pdf', Math.round(9.8 * KB * KB));
  await mine.patch(url, 0, pdfOf(Math.round(6.2 * KB * KB)));
  const { text } = await mine.client.get();
  expect(text).toContain('report.pdf');
  expect(text).toContain('6.2 MB of 9.8 MB received. Choose the file again to continue, or remove it.');
  const id = url.split('/').at(-1) ?? '';
  const after = await mine.client.post({ button: { remove: id } });
  expect(after.status).toBe(303);
  const page = await mine.client.get();
  expect(page.notice).toBe('The file was removed.');
  expect(page.text).not.toContain('report.pdf');
  expect((await mine.head(url)).status).toBe(404);
});

it('does not submit a form with an unfinished upload until the upload is complete', async () => {
  const mine = await sender(site());
  const url = await begun(mine, 'a.pdf', content.length);
  await mine.patch(url, 0, half);
  const { status, summary } = await mine.client.post(whole({ files: [pdf('b.pdf')] }));
  expect([status, summary]).toEqual([
    422,
    expect.stringContaining('a.pdf: Only part of the file has been uploaded.'),
  ]);
  expect((await mine.patch(url, half.length, content.subarray(half.length))).status).toBe(204);
  await mine.client.get();
  expect((await mine.client.post(whole({ files: [] }))).status).toBe(303);
});
