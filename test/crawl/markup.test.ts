/** @module-tag matrix */
import { beforeAll, expect, inject, it } from 'vitest';
import { markupFaults } from '../support/markup.ts';
import { inEachLanguage, isEnglish, itEach } from '../support/matrix.ts';
import { addressOf, keywords, pageKinds } from '../support/page-kinds.ts';
import { type Crawl, crawl } from './crawler.ts';

const errorKinds = pageKinds.filter(({ status }) => status !== 200);

const sites = inject('sites');
let result: Crawl;
const errorPages = new Map<string, { status: number; html: string }>();

beforeAll(async () => {
  for (const kind of errorKinds) {
    const response = await fetch(addressOf(sites, kind));
    errorPages.set(kind.label, { status: response.status, html: await response.text() });
  }
  result = await crawl(sites.demo, [
    '/',
    '/en',
    `/search?keyword=${encodeURIComponent(keywords.zh.found)}`,
    `/en/search?keyword=${keywords.en.found}`,
  ]);
});

const isOfEnglish = (url: string): boolean => /^\/en(?:\/|$)/u.test(new URL(url, sites.demo).pathname);

/** Faults of a page with its address. */
const faultsOn = async (html: string, where: string): Promise<string[]> =>
  (await markupFaults(html)).map((fault) => `${fault} on ${where}`);

itEach(inEachLanguage, isEnglish)(
  'every page that a link leads to is valid HTML ($language)',
  async (one) => {
    const pages = result.pages.filter(({ url }) => isEnglish(one) === isOfEnglish(url));
    const found = await Promise.all(pages.map(({ page, url }) => faultsOn(page.html, url)));
    expect(found.length).toBeGreaterThan(50);
    expect(found.flat().slice(0, 50)).toEqual([]);
  },
);

it.each(errorKinds)('$label is valid HTML', async ({ label, status }) => {
  const page = errorPages.get(label);
  expect(page?.status).toBe(status);
  expect(await faultsOn(page?.html ?? '', label)).toEqual([]);
});
