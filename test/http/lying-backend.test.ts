import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { data, NO_CONTENT_CACHE, PATHS, type Reply } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '5000' });
const MEGABYTE = 1024 * 1024;

it.each([
  ['article', '/articles/x', { id: 'x', title: null, content: 'C' }],
  ['group', '/history', { shortName: 'S' }],
  ['home', '/', { subtitle: 'S' }],
  ['declare', '/apply', { componentCode: 'declare', enabled: null }],
  ['products', '/our-business/product-matrix', { title: 'T', list: null }],
  ['articles', '/newsroom/insights', { total: 0 }],
  ['homeComponents', '/', { total: 3 }],
  ['menu', '/history', { id: 1 }],
  ['events', '/history', {}],
  ['common', '/history', 0],
] as const)('%s at %s without its required fields is an error page: %j', async (name, address, answer) => {
  site().fake.override(PATHS[name], data(answer));
  const { status, headers } = await site().raw(address);
  expect([status, headers['cache-control']]).toEqual([500, 'no-store']);
});

describe('a response of 50 MB', () => {
  let sent = 0;
  const flood: Reply = {
    write: (response) => {
      const chunk = Buffer.alloc(MEGABYTE, ' ');
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = () => {
        if (sent >= 50 * MEGABYTE) return response.end();
        sent += chunk.length;
        response.write(chunk, () => !response.destroyed && more());
      };
      more();
    },
  };

  it('is an error page, and is not read to its end', async () => {
    site().fake.override(PATHS.events, flood);
    expectErrorPage(await pageAt(site(), '/history'), { status: 500, error: 'server', address: '/history' });
    await expect.poll(() => site().linesWith('tooLarge').length).toBeGreaterThan(0);
    expect(sent).toBeLessThan(40 * MEGABYTE);
  });

  it('is an error page after decompression too', async () => {
    const body = gzipSync(JSON.stringify({ code: 0, data: [], msg: ' '.repeat(50 * MEGABYTE) }));
    site().fake.override(PATHS.events, { body, headers: { 'Content-Encoding': 'gzip' } });
    expect((await site().raw('/history')).status).toBe(500);
  });
});

it.each(['title', 'summary', 'author', 'source'])(
  'markup in the %s of an article is shown as text',
  async (field) => {
    const text = '</title></script><img src=x onerror=alert(1)>&amp;';
    site().fake.override(PATHS.article, data({ id: 'x', title: 'T', content: 'C', [field]: text }));
    const page = await pageAt(site(), '/articles/x');
    expect(page.text).not.toContain('<img src=x');
    expect(page.mainText).toContain(text);
  },
);

it('rich text loses everything that a script, a style or htmx could act on', async () => {
  const { text } = await site().raw('/newsroom/press-room/p1');
  const html = text.slice(text.indexOf('class="prose"'), text.indexOf('class="attachments"'));
  expect(html).toContain('wire');
  expect(html).not.toMatch(/<script|hx-|onclick|style=|javascript:|class="x"|id="y"/u);
});
