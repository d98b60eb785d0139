/** @module-tag matrix */
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, inject, it } from 'vitest';
import { markupFaults } from '../support/markup.ts';
import { keywords } from '../support/page-kinds.ts';
import { words } from '../support/words.ts';
import { type Answer, type Crawl, type CrawledPage, crawl } from './crawler.ts';
import { alternatesOf, cleanUrl, faultsOf, languageOf, textOf } from './faults.ts';

/** Budgets of design §7 in compressed bytes. */
const MOST_HTML = 14_600;
const MOST_CSS = 12 * 1024;
/** Minimum number of pages of the demo content: 36 articles and 28 pages per language. */
const LEAST_PAGES = 2 * (36 + 28);
/** The registers that Chinese sites have to link to. The demo content does not link to other sites. */
const OUTSIDE =
  /^(?:https:\/\/beian\.m(?:iit|ps)\.gov\.cn\/|https?:\/\/[^/]+\.example(?:\/|$)|mailto:|tel:\+)/u;

const SEEDS = [
  ...words('/ /en /robots.txt /sitemap.xml /feed.xml /en/feed.xml'),
  `/search?keyword=${encodeURIComponent(keywords.zh.found)}`,
  `/en/search?keyword=${keywords.en.found}`,
];

const base = inject('sites').demo;
let result: Crawl;

beforeAll(async () => {
  result = await crawl(base, SEEDS);
});

/** Returns the size of a page with the compression that the site uses for repeated requests. */
const compressed = (body: Buffer): number => brotliCompressSync(body).length;

const headerBytes = ({ headers }: Answer): number =>
  [...headers].reduce((sum, header) => sum + header.join(': ').length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length);

/** Returns whether a page may lack alternates, such as search results and later pages of a list. */
const mayStandAlone = ({ all }: CrawledPage, url: string): boolean =>
  new URL(url).searchParams.has('page') || all('meta').some(({ attribs }) => attribs.content === 'noindex');

/** Returns distinct pages, without duplicates that differ only in `go`. */
const ownPages = () => result.pages.filter(({ url }) => url === cleanUrl(url));

it('follows every link of the site', () => {
  expect(ownPages().length).toBeGreaterThan(LEAST_PAGES);
});

it('every link returns 200 after redirects', () => {
  const broken = result.all.filter(({ status, body }) => status !== 200 || body.length === 0);
  expect(broken.map(({ asked, status, from }) => ({ asked, status, from: from.slice(0, 3) }))).toEqual([]);
});

it('every link fragment matches the id of an element', () => {
  expect(result.fragments.length).toBeGreaterThan(0);
  const lost = result.fragments.filter(({ pageUrl }) => {
    const [asked = '', fragment = ''] = pageUrl.split('#');
    return !result.answers.get(asked)?.page?.ids.includes(decodeURIComponent(fragment));
  });
  expect(lost).toEqual([]);
});

it('the site links only to required external sites', () => {
  expect(result.outside.filter((pageUrl) => !OUTSIDE.test(pageUrl))).toEqual([]);
});

it('every page is complete and in its language', () => {
  expect(result.pages.flatMap(faultsOf)).toEqual([]);
});

it('every page is valid HTML', async () => {
  const found = result.pages.map(async ({ page, url }) =>
    (await markupFaults(page.html)).map((fault) => `${url}: ${fault}`),
  );
  expect((await Promise.all(found)).flat().slice(0, 50)).toEqual([]);
});

it('every page has a unique title in its language', () => {
  const groups = Map.groupBy(ownPages(), ({ page, url }) => `${languageOf(url)} ${textOf(page, 'title')}`);
  const shared = [...groups.values()].filter((pages) => pages.length > 1);
  expect(shared.map((pages) => pages.map(({ url }) => url))).toEqual([]);
});

it('alternates of every page point back to it', () => {
  const byUrl = new Map(ownPages().map((answer) => [answer.url, answer]));
  const wrong = ownPages().flatMap(({ page, url }) => {
    const alternates = alternatesOf(page);
    if (mayStandAlone(page, url) && Object.keys(alternates).length === 0) return [];
    const isComplete = alternates[languageOf(url)] === url && alternates['x-default'] === alternates['zh-CN'];
    const lost = Object.values(alternates).filter((pageUrl) => {
      const other = byUrl.get(pageUrl);
      return !other || !Object.values(alternatesOf(other.page)).includes(url);
    });
    return isComplete && lost.length === 0 ? [] : [`${url}: ${JSON.stringify(alternates)}`];
  });
  expect(wrong).toEqual([]);
});

it(`every page has at most ${MOST_HTML} bytes, including headers`, () => {
  const sizes = result.pages.map((answer) => [answer.url, compressed(answer.body) + headerBytes(answer)]);
  expect(sizes.filter(([, bytes]) => Number(bytes) > MOST_HTML)).toEqual([]);
});

it('all pages load the same stylesheet within its budget', () => {
  const styles = result.all.filter(({ headers }) => headers.get('content-type')?.startsWith('text/css'));
  expect(styles).toHaveLength(1);
  for (const { body } of styles) expect(compressed(body)).toBeLessThanOrEqual(MOST_CSS);
});
