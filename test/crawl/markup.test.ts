import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sites, startSites } from '../support/demo-site.ts';
import { addressOf, keywords, pageKinds } from '../support/page-kinds.ts';
import { type Crawl, crawl } from './crawler.ts';

const checker = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React writes void elements closed and some attributes as its props are called: HTML reads both alike.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // The layout's ids begin with `_`, which no slug can: HTML allows all but white space.
    'valid-id': ['error', { relaxed: true }],
    // A matter of taste; the number is shown as the backend writes it.
    'tel-non-breaking': 'off',
    // An article's title is as long as its editor wrote it.
    'long-title': 'off',
  },
});

const errorKinds = pageKinds.filter(({ status }) => status !== 200);

let sites: Sites;
let result: Crawl;
const errorPages = new Map<string, { status: number; html: string }>();

beforeAll(async () => {
  sites = await startSites();
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
afterAll(() => sites.stop());

/** What the checker says of a page, a line a fault. */
async function problems(html: string, where: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector}) on ${where}`),
  );
}

it('every page that a link leads to is valid HTML', async () => {
  const found = await Promise.all(result.pages.map(({ page, url }) => problems(page.html, url)));
  expect(found.length).toBeGreaterThan(100);
  expect(found.flat().slice(0, 50)).toEqual([]);
});

it.each(errorKinds)('$label is valid HTML', async ({ label, status }) => {
  const page = errorPages.get(label);
  expect(page?.status).toBe(status);
  expect(await problems(page?.html ?? '', label)).toEqual([]);
});
