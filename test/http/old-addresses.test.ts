import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { READING_LIMITS } from '../../src/http/middleware/limiters.ts';
import { code, PATHS } from '../support/fake-backend.ts';
import { risenBy } from '../support/figures.ts';
import { SITE_URL } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const USUAL = READING_LIMITS.missingArticles;
const MOST = 20;
READING_LIMITS.missingArticles = MOST;

const folder = mkdtempSync(path.join(tmpdir(), 'plinth-old-addresses-'));
const file = path.join(folder, 'redirects.txt');
writeFileSync(
  file,
  `# The old site
/about.html /who-we-are
/旧站/新闻 /newsroom
/en/about.html /en/who-we-are?from=old#top
/news/2019/* /newsroom/:splat
/shop/* https://shop.example/:splat
${SITE_URL.replace('https://', '/to-').replaceAll('.', '-')} ${SITE_URL}/history
/newsroom/insights/gone /newsroom
/newsroom/insights/asked-once /newsroom
/articles/gone-too /history
# None of these is used: the site has a page there.
/history /about
/en/newsroom/press-room /about
/newsroom/insights /about
/newsroom/press-room/p1 /about
/search /about
/robots.txt /about
/files/* /about
/history/_payload.json /about
/all/* /:splat
`,
);
const site = siteForFile({ REDIRECTS_FILE: file, TRUST_PROXY: '1' });
afterAll(() => {
  READING_LIMITS.missingArticles = USUAL;
  rmSync(folder, { recursive: true });
});

const leadOf = async (address: string, method = 'GET') => {
  const { status, headers } = await site().raw(address, { method });
  return [status, headers.location];
};

describe('an old address that has no page', () => {
  it.each([
    ['/about.html', '/who-we-are'],
    ['/about.html?a=1&b=%20', '/who-we-are?a=1&b=%20'],
    ['/about.html/', '/who-we-are'],
    ['/%E6%97%A7%E7%AB%99/%e6%96%b0%e9%97%bb', '/newsroom'],
    ['/en/about.html?a=1', '/en/who-we-are?from=old&a=1#top'],
    ['/EN/about.html', '/en/who-we-are?from=old#top'],
    ['/news/2019/05/a%20b.html', '/newsroom/05/a%20b.html'],
    ['/shop/a/?x=1', 'https://shop.example/a/?x=1'],
    ['/to-www-group-example', '/history'],
    ['/newsroom/insights/gone', '/newsroom'],
    ['/articles/gone-too', '/history'],
  ])('%s leads to %s for good', async (address, location) => {
    expect(await leadOf(address)).toEqual([301, location]);
    expect(await leadOf(address, 'HEAD')).toEqual([301, location]);
  });

  it('is answered with a link, may be kept for an hour, and leaves no cookie', async () => {
    const { headers, text } = await site().raw('/about.html', { headers: { Accept: 'text/html' } });
    expect(text).toContain('/who-we-are');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('without the Chinese prefix first, which the site takes away itself', async () => {
    expect(await leadOf('/zh/about.html')).toEqual([308, '/about.html']);
  });

  it('counts as a kind of request of its own, and as no failure', async () => {
    const risen = await risenBy(site(), 'plinth_request', () => leadOf('/about.html'));
    expect(risen).toMatchObject({ 's_total{kind="moved",method="read",status="3xx"}': 1 });
    expect(Object.keys(risen).filter((name) => name.includes('fail'))).toEqual([]);
  });

  it('redirects a legacy URL if the backend answers with a code that the article does not exist', async () => {
    site().fake.override(PATHS.article, code(404, 'no such article'));
    expect(await leadOf('/articles/gone-too?again')).toEqual([301, '/history?again']);
  });
});

describe('the list of old addresses says nothing', () => {
  it.each([
    ['of a page', '/history', 200],
    ['of a page in another case', '/History', 308],
    ['of a page whose number is beyond the last', '/newsroom/insights?page=99', 404],
    ['of an anchor', '/en/newsroom/press-room', 302],
    ['of an article', '/newsroom/press-room/p1', 200],
    ['of the search', '/search', 200],
    ['of what machines read', '/robots.txt', 200],
    ['of a file that is not there', '/files/old.pdf', 404],
    ['of a file without its token', '/files/none/old.pdf', 404],
    ['of a payload', '/history/_payload.json', 200],
    ['of a payload of an old address', '/about.html/_payload.json', 404],
    ['of an address in another case', '/About.html', 404],
    ['of the other language', '/en/news/2019/a', 404],
    ['of what stands above a star', '/news/2019', 404],
    ['of an address that it does not name', '/nope', 404],
    ['of an address with an empty part', '/all//evil.example', 404],
    ['of an address that is no address', '/all/%ZZ', 400],
  ])('%s: %s', async (_what, address, status) => {
    const [answered, location] = await leadOf(address);
    expect(answered).toBe(status);
    expect(location ?? '').not.toContain('about');
  });

  it('of an old address that is not read but written to', async () => {
    expect(await leadOf('/about.html', 'POST')).toEqual([405, undefined]);
  });

  it('where the page is the 404 page as ever', async () => {
    const { status, heading, headers } = await pageAt(site(), '/nope');
    expect([status, heading]).toEqual([404, '哎呀，您要找的页面不见了！']);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('of an article that cannot be asked for', async () => {
    site().fake.override(PATHS.article, { status: 500 });
    expect((await leadOf('/newsroom/insights/asked-once'))[0]).toBe(500);
  });
});

describe('what a star stands for', () => {
  it.each([
    '/all/%2Fevil.example',
    '/all/%5Cevil.example',
    '/all/\\evil.example',
    '/all/..',
    '/all/a/%2e%2e',
    '/all/.//evil.example',
    '/shop/../evil',
    '/all/a/@evil.example',
    '/all/evil.example/',
    '/all/https:evil.example',
    '/all/%0d%0aSet-Cookie:a=b',
  ])('names no other host: %s', async (address) => {
    const [status, location] = await leadOf(address);
    if (location === undefined) expect(status).toBe(404);
    else expect(location).toMatch(/^\/(?![/\\])/u);
  });
});

describe('old addresses below a column', () => {
  it('count as missing articles, since each is a question to the backend', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.9' };
    const statuses: number[] = [];
    for (let round = 0; round < MOST + 2; round += 1)
      statuses.push((await site().raw('/newsroom/insights/gone', { headers: from })).status);
    expect(statuses.filter((status) => status === 301)).toHaveLength(MOST);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});
