import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, MIN_CHUNK_BYTES } from '../../../src/applications/rules/limits.ts';
import { sha256Of } from '../../../src/applications/store/testing/index.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { tusClient } from '../../support/tus-client.ts';
import { formSiteForFile, type Visitor } from './form-site.ts';
import { begun, KB, sender, storedFiles } from './resumable-sites.ts';

/** Has fewer POSTs per minute than a file has chunks. */
const site = formSiteForFile({ RATE_LIMIT_PER_MINUTE: '1' });
const content = pdfOf(64 * KB);
const CHUNK = 256 * KB;

/** Creates a visitor with an upload that has begun, whose browser may send PATCH and DELETE as POSTs. */
async function uploading(by: 'POST' | 'PATCH' = 'POST', bytes = content.length) {
  const { client } = await sender(site());
  const send: Visitor['send'] = (target, method, headers, body) =>
    by === 'POST' && ['PATCH', 'DELETE'].includes(method)
      ? client.send(target, 'POST', { 'X-HTTP-Method-Override': method, ...headers }, body)
      : client.send(target, method, headers, body);
  const mine = { client, ...tusClient({ ...client, send }) };
  return { ...mine, url: await begun(mine, 'a.pdf', bytes) };
}

it('uploads the largest file in chunks by POST with X-HTTP-Method-Override: PATCH', async () => {
  const file = pdfOf(MAX_FILE_BYTES);
  const { url, ...mine } = await uploading('POST', file.length);
  const found = new Set<number>();
  for (let at = 0; at < file.length; at += CHUNK)
    found.add((await mine.patch(url, at, file.subarray(at, at + CHUNK))).status);
  expect([...found]).toEqual([204]);
  expect(await storedFiles(site(), mine)).toEqual([['a.pdf', sha256Of(file)]]);
});

it('removes an upload by POST with X-HTTP-Method-Override: DELETE', async () => {
  const { url, remove, head } = await uploading();
  expect((await remove(url)).status).toBe(204);
  expect((await head(url)).status).toBe(404);
});

it.each([
  ['an upload', 'PUT', 400],
  ['an upload', 'GET', 400],
  ['an upload', 'HEAD', 400],
  ['the creation URL', 'PATCH', 404],
  ['the creation URL', 'DELETE', 404],
])(
  'a POST to %s with X-HTTP-Method-Override: %s returns %d and stores nothing',
  async (target, method, status) => {
    const { url, to, patch, head } = await uploading();
    const headers = { 'X-HTTP-Method-Override': method };
    const answer = await patch(target === 'an upload' ? url : to, 0, content, headers);
    expect([answer.status, (await head(url)).headers['upload-offset']]).toEqual([status, '0']);
    expect((await patch(url, 0, content)).status).toBe(204);
  },
);

describe.each(['PATCH', 'POST'] as const)('%s', (method) => {
  it.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, 0, content, 403],
    ['of another visitor', { Cookie: '' }, 0, content, 404],
    ['at another offset', {}, 1, content.subarray(1), 409],
    ['that is too short', {}, 0, content.subarray(0, MIN_CHUNK_BYTES - 1), 400],
    ['that exceeds the declared length', {}, 0, Buffer.alloc(2 * content.length), 413],
    ['of another type', { 'Content-Type': 'text/plain' }, 0, content, 415],
  ] as const)(`refuses a chunk by ${method} %s`, async (_what, headers, offset, bytes, status) => {
    const { url, patch, head } = await uploading(method);
    expect((await patch(url, offset, bytes, headers)).status).toBe(status);
    expect((await head(url)).headers['upload-offset']).toBe('0');
  });
});
