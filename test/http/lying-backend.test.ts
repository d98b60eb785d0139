import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { data, NOTHING_KEPT, PATHS, type Reply } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NOTHING_KEPT, API_TIMEOUT_MS: '5000' });
const MEGABYTE = 1024 * 1024;

describe('a single object without a required field is no data', () => {
  it.each([
    ['article', '/articles/x', { id: 'x', title: 'T', content: '' }],
    ['article', '/articles/x', { id: 'x', title: null, content: 'C' }],
    ['article', '/articles/x', { title: 'T', content: 'C' }],
    ['group', '/history', { shortName: 'S' }],
    ['home', '/', { subtitle: 'S' }],
    ['declare', '/apply', { componentCode: 'declare' }],
    ['declare', '/apply', { componentCode: 'declare', enabled: null }],
    ['products', '/our-business/product-matrix', { title: 'T' }],
    ['products', '/our-business/product-matrix', { title: 'T', list: null }],
    ['articles', '/newsroom/insights', { total: 0 }],
    ['articles', '/newsroom/insights', { list: null, total: 0 }],
    ['homeComponents', '/', { total: 3 }],
    ['menu', '/history', { id: 1 }],
    ['menu', '/history', 'menu'],
    ['events', '/history', {}],
    ['common', '/history', 0],
  ] as const)('%s at %s: %j', async (name, address, answer) => {
    site().fake.override(PATHS[name], data(answer));
    const page = await pageAt(site(), address);
    expect(page.status).toBe(500);
    expect(page.headers['cache-control']).toBe('no-store');
  });
});

describe('an answer of 50 MB', () => {
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
    expectErrorPage(await pageAt(site(), '/history'), { status: 500, words: 'server', address: '/history' });
    await vi.waitFor(() => expect(site().linesWith('tooLarge').length).toBeGreaterThan(0));
    expect(sent).toBeLessThan(40 * MEGABYTE);
  });

  it('that says so beforehand is an error page', async () => {
    site().fake.override(PATHS.events, {
      body: JSON.stringify({ code: 0, data: 'x'.repeat(50 * MEGABYTE) }),
    });
    expectErrorPage(await pageAt(site(), '/en/history'), {
      status: 500,
      words: 'server',
      language: 'en',
      address: '/en/history',
    });
  });

  it('is one after decompression too', async () => {
    const body = gzipSync(JSON.stringify({ code: 0, data: [], msg: ' '.repeat(50 * MEGABYTE) }));
    site().fake.override(PATHS.events, { body, headers: { 'Content-Encoding': 'gzip' } });
    expectErrorPage(await pageAt(site(), '/history'), { status: 500, words: 'server', address: '/history' });
  });
});

it('a compressed answer of a usual size is read', async () => {
  const body = gzipSync(JSON.stringify({ code: 0, data: [{ id: 1, title: 'Zipped', eventTime: '2020' }] }));
  site().fake.override(PATHS.events, { body, headers: { 'Content-Encoding': 'gzip' } });
  expect((await pageAt(site(), '/history')).mainText).toContain('Zipped');
});

describe('text that an editor should not have written', () => {
  it.each(['title', 'summary', 'author', 'source'])('markup in %s is shown as text', async (field) => {
    site().fake.override(
      PATHS.article,
      data({
        id: 'x',
        title: 'T',
        content: 'C',
        [field]: '</title></script><img src=x onerror=alert(1)>&amp;',
      }),
    );
    const page = await pageAt(site(), '/articles/x');
    expect(page.text).not.toContain('<img src=x');
    expect(page.mainText).toContain('</title></script><img src=x onerror=alert(1)>&amp;');
  });

  it('rich text loses all that a script, a style or htmx could act on', async () => {
    const page = await pageAt(site(), '/newsroom/press-room/p1');
    const prose = page.all('div', { class: 'prose' })[0];
    const html = page.text.slice(
      page.text.indexOf('class="prose"'),
      page.text.indexOf('class="attachments"'),
    );
    expect(prose).toBeDefined();
    expect(html).not.toMatch(/<script|hx-|onclick|style=|javascript:|class="x"|id="y"/u);
    expect(html).toContain('wire');
  });
});
