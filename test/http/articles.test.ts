import { afterAll, expect, it } from 'vitest';
import { READING_LIMITS } from '../../src/http/middleware/rate-limits.ts';
import { expectErrorPage } from '../support/error-page.ts';
import { data, NO_CONTENT_CACHE, PATHS } from '../support/fake-backend.ts';
import { allIn, linksIn, textOf } from '../support/html.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile(NO_CONTENT_CACHE);
const write = (id: string, content: string) =>
  site().fake.override(PATHS.article, data({ id, title: 'T', content }));

it.each([
  [
    '/newsroom/press-room/p1',
    '2029年5月31日|沈禾|兰溪日报|一座桥连起两岸的工厂与学校。|附件|说明书.pdf|PDF|1.4 MB',
  ],
  ['/en/newsroom/press-room/p1', '31 May 2029|Shen He|Lanxi Daily|mills & schools|Attachment|Leaflet|SVG'],
])('%s shows everything that an article can have', async (url, words) => {
  const page = await pageAt(site(), url);
  for (const word of words.split('|')) expect(page.mainText).toContain(word);
  expect(allIn(page.main, 'time').map(({ attributes }) => attributes.datetime)).toEqual(['2029-05-31']);
});

it('serves the images, attachments and linked files of an article from the site', async () => {
  const page = await pageAt(site(), '/newsroom/press-room/p1');
  const pictures = allIn(page.main, 'img').map(({ attributes }) => attributes.src ?? '');
  expect(pictures.map((src) => src.split('/').at(-1))).toEqual([
    'bridge.png',
    'mark.png',
    'bridge.png',
    'far.png',
  ]);
  const links = new Map(linksIn(page.main).map(([href, text]) => [text, href]));
  for (const name of ['说明书.pdf', 'Plan', 'leaflet', 'same', 'page'])
    expect(links.get(name)).toMatch(/^\/files\//u);
  expect(links.get('Plan')).toMatch(/\/Plan\.svg$/u);
  for (const href of [...pictures.slice(0, 3), links.get('说明书.pdf'), links.get('Plan')])
    expect([href, (await site().raw(`${href}`)).status]).toEqual([href, 200]);
});

it('an article links to its column, its neighbours and other sites', async () => {
  const page = await pageAt(site(), '/newsroom/press-room/p1');
  expect(linksIn(page.main)).toContainEqual(['/newsroom?go=Press%20Room#press-room', '新闻稿']);
  expect(page.all('a', { rel: 'next' })[0]?.attributes.href).toBe('/newsroom/press-room/p2');
  expect(page.all('a', { rel: 'prev' })).toEqual([]);
  const linkOf = (text: string) => allIn(page.main, 'a').find((link) => textOf(link) === text)?.attributes;
  expect(linkOf('partner')?.href).toBe('https://partner.example/about');
  // `Referrer-Policy` hides the path from other sites, and links within the site must keep their `Referer`.
  expect(allIn(page.main, 'a').filter(({ attributes }) => attributes.rel?.includes('noreferrer'))).toEqual(
    [],
  );
  expect(linkOf('bad')?.href).toBeUndefined();
  expect(page.heading).not.toBe('开通');
  expect(allIn(page.main, 'h2').map(textOf)).toContain('开通');
});

it('logs removed markup once with path and id', async () => {
  write('removed-1', '<p>x</p><script>y</script>');
  for (const _ of [1, 2]) await site().raw('/articles/removed-1');
  const lines = site()
    .linesWith('removed-1')
    .filter(({ problem }) => problem !== undefined);
  expect(lines).toEqual([
    expect.objectContaining({ path: PATHS.article, record: 'removed-1', problem: 'removed <script>' }),
  ]);
});

const caching = siteForFile({ RATE_LIMIT_PER_MINUTE: '0' });
const limited = siteForFile({ TRUST_PROXY: '1' });
const INFO = 30;

it('requests an article that the backend does not have only once per language', async () => {
  caching().fake.override(PATHS.article, data(null));
  const id = 'no-such';
  const url = `/en/newsroom/insights/${id}`;
  const page = await pageAt(caching(), url);
  expectErrorPage(page, { status: 404, error: 'lost', language: 'en', url });
  const [line] = caching().linesWith(`${page.headers['x-request-id']}`);
  expect(line).toMatchObject({ level: INFO, status: 404 });
  const paths = [`/newsroom/insights/${id}`, `/articles/${id}`, `/history/${id}/_payload.json`];
  for (const path of paths.flatMap((one) => [one, one, `/en${one}`]))
    expect((await caching().raw(path)).status).toBe(404);
  for (const language of ['zh', 'en'] as const) {
    const asked = caching().fake.requests(PATHS.article, language);
    expect(asked.filter(({ query }) => query.get('id') === id)).toHaveLength(1);
  }
});

const USUAL = READING_LIMITS.missingArticles;
const MOST = 20;
READING_LIMITS.missingArticles = MOST;
afterAll(() => {
  READING_LIMITS.missingArticles = USUAL;
});

const FOLDERS = ['/articles', '/en/articles', '/newsroom/insights', '/en/history'];
const from = (url: string) => ({ headers: { 'X-Forwarded-For': url } });

/** Counts the responses with each status. */
async function statusesOf(count: number, url: string, pathOf: (number: number) => string) {
  const seen: Record<string, number> = {};
  const asked = Array.from({ length: count }, (_, number) => limited().raw(pathOf(number), from(url)));
  for (const { status, headers } of await Promise.all(asked)) {
    seen[status] = (seen[status] ?? 0) + 1;
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  return seen;
}

it('rate-limits each client address only for requests for missing articles', async () => {
  const missing = (number: number) => `${FOLDERS[number % FOLDERS.length]}/missing-${number}`;
  expect(await statusesOf(2 * MOST, '192.0.2.1', missing)).toEqual({ 404: MOST, 429: MOST });
  expect((await limited().raw('/en/history', from('192.0.2.1'))).status).toBe(200);
  expect((await limited().raw('/en/articles/again', from('192.0.2.2'))).status).toBe(404);
  const existing = (number: number) => `/articles/p${1 + (number % 9)}`;
  expect(await statusesOf(2 * MOST, '192.0.2.3', existing)).toEqual({ 308: 2 * MOST });
});

const ID = '1792034567890123457';
const NEXT_ID = '1792034567890123458';

const answerWith = (data: string) => ({ body: `{"code": 0, "data": ${data}}` });
const LONG_ARTICLE = `{"id": ${ID}, "title": "Long", "content": "Text", "columnCode": "Insights",
  "publishTime": 1892034567890, "next": {"id": ${NEXT_ID}, "title": "Next"}}`;

it('keeps the digits of an id beyond 2^53 in links, paths and calls', async () => {
  site().fake.override(PATHS.articles, answerWith(`{"list": [${LONG_ARTICLE}], "total": 1}`));
  site().fake.override(PATHS.article, answerWith(LONG_ARTICLE));
  const list = await pageAt(site(), '/newsroom/insights');
  const path = `/newsroom/insights/${ID}`;
  expect(linksIn(list.main)).toContainEqual([path, 'Long']);
  const article = await pageAt(site(), path);
  expect(article.status).toBe(200);
  expect(site().fake.requests(PATHS.article).at(-1)?.query.get('id')).toBe(ID);
  expect(linksIn(article.main).map(([href]) => href)).toContain(`/newsroom/insights/${NEXT_ID}`);
  expect(article.mainText).toContain('2029年12月15日');
});
