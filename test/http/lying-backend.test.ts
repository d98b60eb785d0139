import { expect, it } from 'vitest';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ ...NO_CONTENT_CACHE, API_TIMEOUT_MS: '5000' });

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
