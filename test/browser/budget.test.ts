/** @module-tag matrix */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';
import { responsesTo, type WireResponse } from '../support/wire.ts';

/** Maximum script bytes on a phone, compressed with Brotli. `test/crawl/site.test.ts` has the HTML and CSS budgets. */
const MAX_SCRIPT = 3_000;
const MAX_FORM_OR_SEARCH_SCRIPT = 19 * 1024;

const damagedFile = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
const upload = async (page: Page) => {
  await page.setInputFiles('#declareFile', damagedFile);
  await page.locator('.upload[data-state=refused]').waitFor();
};

/** Excludes the speculation rules, because they are cached for a year and do not block a page. */
const isCounted = ({ type, url }: WireResponse) =>
  type !== 'Image' && !/\/assets\/(?:favicon|rules)-/u.test(url);

const bytesOf = (scripts: readonly WireResponse[]) => scripts.reduce((sum, { body }) => sum + body, 0);

it.each([
  ['the home page', '/', 1, MAX_SCRIPT],
  ['an article', '/news/group-news/1003', 1, MAX_SCRIPT],
  ['a search', '/search', 2, MAX_FORM_OR_SEARCH_SCRIPT],
  ['the form', '/work-with-us/application', 2, MAX_FORM_OR_SEARCH_SCRIPT],
] as const)(
  'loads one style and the scripts of %s within their budget',
  (_name, path, scriptCount, maxBytes) =>
    withPage({ reducedMotion: 'no-preference', viewport: viewports.phone }, async (page, { demo }) => {
      const counted = (await responsesTo(page, demo + path)).filter(isCounted);
      const scripts = counted.filter(({ type }) => type === 'Script');
      expect(counted.filter(({ type }) => type === 'Stylesheet')).toHaveLength(1);
      expect(scripts).toHaveLength(scriptCount);
      expect(new Set(scripts.map(({ encoding }) => encoding))).toEqual(new Set(['br']));
      expect(bytesOf(scripts)).toBeLessThanOrEqual(maxBytes);
    }),
);

it('the form and upload scripts together stay within the size budget', () =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    const responses = await responsesTo(page, `${demo}/en/work-with-us/application`, () => upload(page));
    const scripts = responses.filter(({ url }) => /\/assets\/(?:form|send)-\w+\.js$/u.test(url));
    expect(scripts).toHaveLength(2);
    expect(bytesOf(scripts)).toBeLessThanOrEqual(MAX_FORM_OR_SEARCH_SCRIPT);
  }));
