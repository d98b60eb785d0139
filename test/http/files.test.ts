import { expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { NO_CONTENT_CACHE, type Reply } from '../support/fake-backend.ts';
import { fakeFiles } from '../support/fake-files.ts';
import { fileHref } from '../support/file-href.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
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

it('a file without an extension has that of its name in the response', async () => {
  const href = await served({
    headers: { 'Content-Type': 'binary/octet-stream', 'Content-Disposition': 'attachment; filename="x.pdf"' },
    body: '%PDF',
  });
  expect((await site().raw(href)).headers['content-disposition']).toBe('attachment; filename=typed.pdf');
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

it('a file does not have other headers of its server', async () => {
  const names = ['Set-Cookie', 'X-Backend', 'Server', 'Access-Control-Allow-Origin'];
  const own = Object.fromEntries(names.map((name) => [name, 'secret']));
  const { headers } = await site().raw(
    await served({ headers: { 'Content-Type': 'image/png', ...own }, body: 'x' }),
  );
  for (const name of names) expect([name, headers[name.toLowerCase()]]).toEqual([name, undefined]);
});

it('a range of a file returns 206', async () => {
  const { status, headers, body } = await site().raw(await hrefOf('leaflet.pdf'), {
    headers: { Range: 'bytes=9-18' },
  });
  expect([status, body.toString()]).toEqual([206, '0123456789']);
  expect(headers['content-range']).toBe(`bytes 9-18/${LEAFLET.length}`);
  expect(headers['accept-ranges']).toBe('bytes');
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

it.each<[string, Reply, number]>([
  ['HTTP 404', { status: 404 }, 404],
  ['a cut connection', { destroy: true }, 500],
])('a file whose server responds with %s shows an error page', async (_, reply, status) => {
  const url = await served(reply);
  const error = status === 404 ? 'lost' : 'server';
  expectErrorPage(await pageAt(site(), url), { status, error, url });
});

it('closes the connection to the client if the file server closes its connection', async () => {
  const url = await served({
    write: (response) =>
      response
        .writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': '1000' })
        .write('half', () => response.destroy()),
  });
  await expect(site().raw(url)).rejects.toThrow();
  expect((await site().raw('/healthz')).status).toBe(200);
});

it('a URL that the site did not create returns 404 without a backend request', async () => {
  const [, , token = '', name = ''] = (await hrefOf('mark.png')).split('/');
  site().fake.clearRequests();
  const forged = [`${token}AAAA/${name}`, `${token}/other.png`];
  for (const path of forged.flatMap((one) => [`/files/${one}`, `/media/${one.replace('/', '/320/')}`]))
    expect([path, (await site().raw(path)).status]).toEqual([path, 404]);
  const paths = site()
    .fake.requests()
    .map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('/assets/'))).toEqual([]);
});
