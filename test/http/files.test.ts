import { get } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { data, PATHS } from '../support/fake-backend.ts';
import { fakeFiles, LARGE_BYTES } from '../support/fake-files.ts';
import { NOTHING_KEPT, startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '1500' });

/** The site's own address for an asset that an article names as its picture. */
async function hrefOf(picUrl: string): Promise<string> {
  site().fake.override(
    PATHS.article,
    data({ id: 'x', title: 'T', content: 'C', attachments: [{ name: 'F', url: picUrl }] }),
  );
  const page = await pageAt(site(), '/articles/x');
  return page.hrefs().find((href) => href.startsWith('/files/')) ?? '';
}

const bytesOf = (name: string): Buffer => fakeFiles[name]?.body ?? Buffer.alloc(0);

describe('a file that the backend named', () => {
  it.each([
    ['mark.png', 'image/png', 'inline'],
    ['leaflet.pdf', 'application/pdf', 'attachment'],
    ['%E8%A7%84%E5%88%92%20plan.svg', 'image/svg+xml', 'attachment'],
    ['page.html', 'text/html', 'attachment'],
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

  it.each([
    'text/javascript',
    'application/xhtml+xml',
    'image/svg+xml; charset=utf-8',
    'text/xml',
    'nonsense',
  ])('%s is a download', async (type) => {
    const href = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', { headers: { 'Content-Type': type }, body: 'x' });
    expect((await site().raw(href)).headers['content-disposition']).toMatch(/^attachment/u);
  });

  it('without a type is a download of bytes', async () => {
    const href = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', { body: 'x' });
    const { headers } = await site().raw(href);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment/u);
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

it('a file that did not change is not sent again', async () => {
  const href = await hrefOf('/assets/typed');
  site().fake.override('/assets/typed', ({ headers }) =>
    headers['if-none-match'] === '"v1"' ? { status: 304 } : { headers: { ETag: '"v1"' }, body: 'x' },
  );
  expect((await site().raw(href)).headers.etag).toBe('"v1"');
  const again = await site().raw(href, { headers: { 'If-None-Match': '"v1"' } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

describe('anything that the site did not write is a 404', () => {
  const wrong: [string, (token: string, name: string) => string][] = [
    [
      'a forged token',
      (_, name) => `/files/${Buffer.from('/assets/mark.png').toString('base64url')}/${name}`,
    ],
    ['a token of bytes', (_, name) => `/files/${'A'.repeat(80)}/${name}`],
    ['a token cut short', (token, name) => `/files/${token.slice(0, -4)}/${name}`],
    ['a token with more behind it', (token, name) => `/files/${token}AAAA/${name}`],
    [
      'a token altered in its first letter',
      (token, name) => `/files/${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}/${name}`,
    ],
    [
      'a token altered in the middle',
      (token, name) =>
        `/files/${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}/${name}`,
    ],
    ['a token with padding', (token, name) => `/files/${token}=/${name}`],
    ['a token with a stray letter', (token, name) => `/files/${token}%20/${name}`],
    ['another name', (token) => `/files/${token}/other.png`],
    ['the name in another case', (token, name) => `/files/${token}/${name.toUpperCase()}`],
    ['a name with a path', (token, name) => `/files/${token}/x%2F${name}`],
    ['no name', (token) => `/files/${token}`],
    ['more behind the name', (token, name) => `/files/${token}/${name}/more`],
    ['a language before it', (token, name) => `/en/files/${token}/${name}`],
  ];

  it.each(wrong)('%s', async (_, change) => {
    const [, , token = '', name = ''] = (await hrefOf('/assets/mark.png')).split('/');
    const address = change(token, name);
    site().fake.restore();
    site().fake.forgetCalls();
    const page = await pageAt(site(), address);
    expectErrorPage(page, {
      status: 404,
      words: 'lost',
      language: address.startsWith('/en/') ? 'en' : 'zh',
      address,
    });
    expect(
      site()
        .fake.asked()
        .filter(({ path }) => path.startsWith('/assets/')),
    ).toEqual([]);
  });

  it('a token of a site with another secret', async () => {
    const other = await startSite({ SESSION_SECRET: 'another secret, long enough' }, { fake: site().fake });
    const href = await hrefOf('/assets/mark.png');
    expect((await other.raw(href)).status).toBe(404);
    await other.close();
  });

  it('the same asset always has the same address, and another one another', async () => {
    expect(await hrefOf('/assets/mark.png')).toBe(await hrefOf(`${site().fake.url}/assets/mark.png`));
    expect(await hrefOf('/assets/mark.png')).not.toBe(await hrefOf('/other/mark.png'));
  });
});

describe('a file that the backend does not hand out', () => {
  it('is a 404 page where it is missing', async () => {
    const address = await hrefOf('/assets/missing.png');
    expectErrorPage(await pageAt(site(), address), { status: 404, words: 'lost', address });
  });

  it.each([
    ['HTTP 500', { status: 500, body: 'x' }],
    ['HTTP 403', { status: 403, body: 'x' }],
    ['a cut connection', { destroy: true }],
    ['silence', { hang: true }],
  ])('is an error page where it answers with %s', async (_, reply) => {
    const address = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', reply);
    expectErrorPage(await pageAt(site(), address), { status: 500, words: 'server', address });
  });

  it('is cut where the backend cuts it, the site lives on, and the log keeps to its lines', async () => {
    const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    const address = await hrefOf('/assets/typed');
    site().fake.override('/assets/typed', {
      write: (response) =>
        response
          .writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': '1000' })
          .write('half', () => response.destroy()),
    });
    await expect(site().raw(address)).rejects.toThrow();
    expect((await site().raw('/healthz')).status).toBe(200);
    expect(console).not.toHaveBeenCalled();
    console.mockRestore();
  });

  it('is not read on when the visitor leaves', async () => {
    const address = await hrefOf('/assets/typed');
    let isClosed = false;
    site().fake.override('/assets/typed', {
      write: (response) => {
        response.once('close', () => {
          isClosed = true;
        });
        response.writeHead(200, { 'Content-Type': 'image/png' }).write('begin');
      },
    });
    const place = site().target.address();
    const port = typeof place === 'object' && place ? place.port : 0;
    await new Promise<void>((resolve) => {
      const asked = get({ host: '127.0.0.1', port, path: address, agent: false }, (response) => {
        response.once('error', () => undefined);
        response.once('data', () => {
          asked.destroy();
          resolve();
        });
      });
      asked.on('error', () => undefined);
    });
    await vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 5000 });
  });
});
