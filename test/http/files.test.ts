import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NOTHING_KEPT } from '../support/fake-backend.ts';
import { fakeFiles, LARGE_BYTES } from '../support/fake-files.ts';
import { fileHref } from '../support/file-href.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '1500' });

const hrefOf = (url: string): Promise<string> => fileHref(site(), url);

const bytesOf = (name: string): Buffer => fakeFiles[name]?.body ?? Buffer.alloc(0);

describe('a file that the backend named', () => {
  it.each([
    ['mark.png', 'image/png', 'inline'],
    ['leaflet.pdf', 'application/pdf', 'attachment'],
    ['%E8%A7%84%E5%88%92%20plan.svg', 'image/svg+xml', 'attachment'],
  ])('%s comes through with its type %s, %s', async (name, type, disposition) => {
    const href = await hrefOf(`/assets/${name}`);
    expect(href.endsWith(`/${name}`)).toBe(true);
    const { status, headers, body } = await site().raw(href);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}(?:;|$)`, 'u'));
    expect(body.equals(bytesOf(decodeURIComponent(name)))).toBe(true);
  });

  it('carries its own name, Chinese too, in the download', async () => {
    const { headers } = await site().raw(await hrefOf('/assets/%E8%A7%84%E5%88%92%20plan.svg'));
    expect(headers['content-disposition']).toContain("filename*=UTF-8''%E8%A7%84%E5%88%92%20plan.svg");
  });

  it('HTML that calls itself a picture is never read as HTML', async () => {
    const { headers } = await site().raw(await hrefOf('/assets/lie.png'));
    expect(headers['content-type']).toBe('image/png');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/u);
  });

  it.each(['image/PNG; charset=x', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])(
    '%s is shown in place',
    async (type) => {
      const href = await hrefOf('/assets/typed');
      site().fake.override('/assets/typed', { headers: { 'Content-Type': type }, body: 'x' });
      expect((await site().raw(href)).headers['content-disposition']).toMatch(/^inline/u);
    },
  );

  it.each(['image/svg+xml; charset=utf-8', 'application/pdf', 'application/zip', 'video/mp4', 'text/csv'])(
    '%s is a download',
    async (type) => {
      const href = await hrefOf('/assets/typed');
      site().fake.override('/assets/typed', { headers: { 'Content-Type': type }, body: 'x' });
      expect((await site().raw(href)).headers['content-disposition']).toMatch(/^attachment/u);
    },
  );

  it.each([
    'text/html',
    'text/javascript',
    'application/xhtml+xml',
    'text/xml',
    'application/json',
    'nonsense',
  ])('is not passed on where its server says that it is %s', async (type) => {
    const href = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', { headers: { 'Content-Type': type }, body: 'words of it' });
    for (const method of ['GET', 'HEAD']) {
      const { status, text } = await site().raw(href, { method });
      expect([method, status]).toEqual([method, 404]);
      expect(text).not.toContain('words of it');
    }
  });

  it('that is a page is not passed on, whatever its name', async () => {
    expect((await site().raw(await hrefOf('/assets/page.html'))).status).toBe(404);
    const href = await hrefOf('/assets/page.pdf');
    site().fake.override('/assets/page.pdf', { headers: { 'Content-Type': 'text/html' }, body: '<p>x' });
    expect((await site().raw(href)).status).toBe(404);
  });

  it.each(['application/octet-stream', 'text/plain', ''])(
    'whose type (%j) says little is a download by its name',
    async (type) => {
      const headers: Record<string, string> = type ? { 'Content-Type': type } : {};
      const href = await hrefOf('/assets/notes.pdf');
      site().fake.override('/assets/notes.pdf', { headers, body: 'x' });
      const { status, headers: answered } = await site().raw(href);
      expect([status, answered['content-type']?.split(';')[0]]).toEqual([
        200,
        type || 'application/octet-stream',
      ]);
      expect(answered['content-disposition']).toMatch(/^attachment/u);
    },
  );

  it('without a telling type may be named by the answer, and is not passed on where nothing names it', async () => {
    const href = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', {
      headers: { 'Content-Disposition': 'attachment; filename="plan.docx"' },
      body: 'x',
    });
    expect((await site().raw(href)).status).toBe(200);
    site().fake.override('/assets/typed', { body: 'x' });
    expect((await site().raw(href)).status).toBe(404);
  });

  it('a large one comes whole', async () => {
    const { body, headers } = await site().raw(await hrefOf('/assets/large.png'));
    expect(body).toHaveLength(LARGE_BYTES);
    expect(headers['content-length']).toBe(`${LARGE_BYTES}`);
  });

  it('brings none of the backend’s other headers, and no cookie', async () => {
    const href = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', {
      headers: {
        'Content-Type': 'image/png',
        'Set-Cookie': 'a=b',
        'X-Backend': 'node-7',
        Server: 'secret',
        'Access-Control-Allow-Origin': '*',
      },
      body: 'x',
    });
    const { headers } = await site().raw(href);
    for (const name of ['set-cookie', 'x-backend', 'server', 'access-control-allow-origin'])
      expect([name, headers[name]]).toEqual([name, undefined]);
  });
});

describe('HEAD', () => {
  it('has the headers of the file and no body', async () => {
    const { status, headers, body } = await site().raw(await hrefOf('/assets/leaflet.pdf'), {
      method: 'HEAD',
    });
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(`${bytesOf('leaflet.pdf').length}`);
    expect(headers['content-type']).toBe('application/pdf');
    expect(body).toHaveLength(0);
  });
});

describe('Range', () => {
  it('a part of a file', async () => {
    const { status, headers, body } = await site().raw(await hrefOf('/assets/leaflet.pdf'), {
      headers: { Range: 'bytes=9-18' },
    });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes 9-18/${bytesOf('leaflet.pdf').length}`);
    expect(headers['accept-ranges']).toBe('bytes');
    expect(body.toString()).toBe('0123456789');
  });

  it('a part of a file that compresses well is the part itself', async () => {
    const href = await hrefOf('/assets/%E8%A7%84%E5%88%92%20plan.svg');
    const { status, headers, body } = await site().raw(href, {
      headers: { Range: 'bytes=0-2999', 'Accept-Encoding': 'gzip, br' },
    });
    expect(status).toBe(206);
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toHaveLength(3000);
  });

  it('a part beyond the end is a 416', async () => {
    const { status } = await site().raw(await hrefOf('/assets/leaflet.pdf'), {
      headers: { Range: 'bytes=999999-9999999' },
    });
    expect(status).toBe(416);
  });
});

it('several parts at once are not asked for: an answer of many would not say what it is', async () => {
  const href = await hrefOf('/assets/leaflet.pdf');
  const { status, body } = await site().raw(href, { headers: { Range: 'bytes=0-1,4-5' } });
  expect([status, body.length]).toEqual([200, bytesOf('leaflet.pdf').length]);
  expect(site().fake.lastHeaders('/assets/leaflet.pdf').range).toBeUndefined();
});

it('a file that its server compresses unasked comes whole, without the length of other bytes', async () => {
  const href = await hrefOf('/assets/typed');
  const words = 'word '.repeat(1000);
  const packed = gzipSync(words);
  site().fake.override('/assets/typed', {
    write: (response) => {
      response
        .writeHead(200, {
          'Content-Type': 'application/pdf',
          'Content-Encoding': 'gzip',
          'Content-Length': packed.length,
          ETag: '"packed"',
        })
        .end(packed);
    },
  });
  const { status, headers, body } = await site().raw(href);
  expect([status, body.toString()]).toEqual([200, words]);
  expect(headers['content-length']).toBeUndefined();
  expect(headers.etag).toBeUndefined();
});

it('a 304 for a file has neither type nor disposition', async () => {
  const href = await hrefOf('/assets/typed');
  site().fake.override('/assets/typed', { status: 304, headers: { ETag: '"v1"' } });
  const { status, headers } = await site().raw(href, { headers: { 'If-None-Match': '"v1"' } });
  expect(status).toBe(304);
  expect(headers.etag).toBe('"v1"');
  expect(headers['content-type']).toBeUndefined();
  expect(headers['content-disposition']).toBeUndefined();
});

it('a file that did not change is not sent again', async () => {
  const href = await hrefOf('/assets/typed');
  site().fake.override('/assets/typed', ({ headers }) =>
    headers['if-none-match'] === '"v1"'
      ? { status: 304 }
      : { headers: { 'Content-Type': 'image/png', ETag: '"v1"' }, body: 'x' },
  );
  expect((await site().raw(href)).headers.etag).toBe('"v1"');
  const again = await site().raw(href, { headers: { 'If-None-Match': '"v1"' } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});
