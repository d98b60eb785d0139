import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NO_CONTENT_CACHE, type Reply } from '../support/fake-backend.ts';
import { fakeFiles, LARGE_BYTES } from '../support/fake-files.ts';
import { fileHref } from '../support/file-href.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '1500' });
const LEAFLET = fakeFiles['leaflet.pdf']?.body ?? Buffer.alloc(0);

const hrefOf = (name: string): Promise<string> => fileHref(site(), `/assets/${name}`);

/** Makes the server of a file return a reply. Returns the URL of the file. */
async function served(reply: Reply, name = 'typed'): Promise<string> {
  const href = await hrefOf(name);
  site().fake.override(`/assets/${name}`, reply);
  return href;
}
const as = (type: string, body = 'words of it'): Reply => ({
  headers: type ? { 'Content-Type': type } : {},
  body,
});

it.each([
  ['mark.png', 'image/png', /^inline/u],
  ['leaflet.pdf', 'application/pdf', /^attachment/u],
  [
    '%E8%A7%84%E5%88%92%20plan.svg',
    'image/svg+xml',
    /^attachment;.*filename\*=UTF-8''%E8%A7%84%E5%88%92%20plan\.svg/u,
  ],
])('serves the file %s as %s with its name', async (name, type, disposition) => {
  const href = await hrefOf(name);
  expect(href.endsWith(`/${name}`)).toBe(true);
  const { status, headers, body } = await site().raw(href);
  expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff']);
  expect(headers['content-type']).toContain(type);
  expect(headers['content-disposition']).toMatch(disposition);
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/u);
  expect(body.equals(fakeFiles[decodeURIComponent(name)]?.body ?? Buffer.alloc(0))).toBe(true);
});

it.each([
  ['image/PNG; charset=x', /^inline/u],
  ['image/avif', /^inline/u],
  ['image/svg+xml; charset=utf-8', /^attachment/u],
  ['application/zip', /^attachment/u],
  ['video/mp4', /^attachment/u],
])('a file of the type %s has the disposition %s', async (type, disposition) => {
  expect((await site().raw(await served(as(type)))).headers['content-disposition']).toMatch(disposition);
});

it.each(['text/html', ''])('a file of the type “%s” returns 404', async (type) => {
  const href = await served(as(type));
  for (const method of ['GET', 'HEAD']) {
    const { status, text } = await site().raw(href, { method });
    expect([method, status]).toEqual([method, 404]);
    expect(text).not.toContain('words of it');
  }
});

it('never serves a file as HTML', async () => {
  expect((await site().raw(await hrefOf('page.html'))).status).toBe(404);
  expect((await site().raw(await served(as('text/html'), 'page.pdf'))).status).toBe(404);
  expect((await site().raw(await hrefOf('lie.png'))).headers['content-type']).toBe('image/png');
});

it('a file without a type is a download with the type of its name', async () => {
  const { status, headers } = await site().raw(await served(as(''), 'notes.pdf'));
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(headers['content-disposition']).toMatch(/^attachment/u);
});

it('Content-Disposition may name a file without a type', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="plan.docx"' };
  expect((await site().raw(await served({ headers, body: 'x' }))).status).toBe(200);
});

it('serves a large file completely', async () => {
  const { body, headers } = await site().raw(await hrefOf('large.png'));
  expect([body.length, headers['content-length']]).toEqual([LARGE_BYTES, `${LARGE_BYTES}`]);
});

it('a file does not have other headers of its server', async () => {
  const names = ['Set-Cookie', 'X-Backend', 'Server', 'Access-Control-Allow-Origin'];
  const own = Object.fromEntries(names.map((name) => [name, 'secret']));
  const { headers } = await site().raw(
    await served({ headers: { 'Content-Type': 'image/png', ...own }, body: 'x' }),
  );
  for (const name of names) expect([name, headers[name.toLowerCase()]]).toEqual([name, undefined]);
});

it('HEAD of a file returns its headers without a body', async () => {
  const { status, headers, body } = await site().raw(await hrefOf('leaflet.pdf'), { method: 'HEAD' });
  expect([status, headers['content-type'], body.length]).toEqual([200, 'application/pdf', 0]);
  expect(headers['content-length']).toBe(`${LEAFLET.length}`);
});

describe('a range of a file', () => {
  const part = async (name: string, range: string, own = {}) =>
    site().raw(await hrefOf(name), { headers: { Range: range, ...own } });

  it('a range of a file returns 206', async () => {
    const { status, headers, body } = await part('leaflet.pdf', 'bytes=9-18');
    expect([status, body.toString()]).toEqual([206, '0123456789']);
    expect(headers['content-range']).toBe(`bytes 9-18/${LEAFLET.length}`);
    expect(headers['accept-ranges']).toBe('bytes');
  });

  it('does not compress a range of a file', async () => {
    const svg = '%E8%A7%84%E5%88%92%20plan.svg';
    const { status, headers, body } = await part(svg, 'bytes=0-2999', { 'Accept-Encoding': 'gzip, br' });
    expect([status, headers['content-encoding'], body.length]).toEqual([206, undefined, 3000]);
  });

  it('a range beyond the end of a file returns 416', async () => {
    expect((await part('leaflet.pdf', 'bytes=999999-9999999')).status).toBe(416);
  });

  it('several ranges of a file return the whole file', async () => {
    const { status, body } = await part('leaflet.pdf', 'bytes=0-1,4-5');
    expect([status, body.length]).toEqual([200, LEAFLET.length]);
    expect(site().fake.lastHeaders('/assets/leaflet.pdf').range).toBeUndefined();
  });
});

it('does not change a file that its server compresses without being asked', async () => {
  const body = gzipSync('word '.repeat(1000));
  const href = await served({
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Encoding': 'gzip',
      'Content-Length': `${body.length}`,
      ETag: '"packed"',
    },
    body,
  });
  const { headers, body: received } = await site().raw(href);
  expect(received.equals(body)).toBe(true);
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${body.length}` });
});

it('an unchanged file returns 304 without type and disposition', async () => {
  const href = await hrefOf('typed');
  site().fake.override(
    '/assets/typed',
    ({ headers }): Reply =>
      headers['if-none-match'] === '"v1"'
        ? { status: 304, headers: { ETag: '"v1"' } }
        : { headers: { 'Content-Type': 'image/png', ETag: '"v1"' }, body: 'x' },
  );
  expect((await site().raw(href)).headers.etag).toBe('"v1"');
  const { status, headers, body } = await site().raw(href, { headers: { 'If-None-Match': '"v1"' } });
  expect([status, headers.etag, body.length]).toEqual([304, '"v1"', 0]);
  expect([headers['content-type'], headers['content-disposition']]).toEqual([undefined, undefined]);
});
