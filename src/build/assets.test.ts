import { expect, it } from 'vitest';
import { unsupportedCss } from '../../test/support/unsupported-css.ts';
import { words } from '../../test/support/words.ts';
import { buildStyles, speculationRules } from './assets.ts';

it('built styles use only features with a fallback in the oldest engines', async () => {
  expect(await unsupportedCss('.a { aspect-ratio: 1 }')).not.toEqual([]);
  expect(await unsupportedCss(Buffer.from(await buildStyles()).toString())).toEqual([]);
});

const ALLOWED = `
  / /en /about-us /en/news/group-news/1003 /en/news?page=2 /articles/77 /research /applications-of-steel
  /en/careers?go=Open%20Positions#open-positions /en/how-to-apply
`;
const SITE = 'https://group.example';
const HERE = `${SITE}/en/about-us?page=2`;

type Condition =
  | { and: Condition[] }
  | { not: Condition }
  | { href_matches: string; relative_to?: 'document' };

const [rule] = (JSON.parse(speculationRules()) as { prefetch: { where: Condition; eagerness: string }[] })
  .prefetch;

/** Returns whether a condition matches a link of the page, as a browser evaluates it. */
function matchesCondition(condition: Condition, href: string): boolean {
  if ('and' in condition) return condition.and.every((part) => matchesCondition(part, href));
  if ('not' in condition) return !matchesCondition(condition.not, href);
  const base = condition.relative_to === 'document' ? HERE : `${SITE}/assets/rules.json`;
  return new URLPattern(condition.href_matches, base).test(new URL(href, HERE));
}

const isPrefetched = (href: string): boolean => rule !== undefined && matchesCondition(rule.where, href);

it.each(words(ALLOWED))('speculation rules allow prefetching %s', (href) => {
  expect(rule?.eagerness).toBe('moderate');
  expect(isPrefetched(href)).toBe(true);
});

it.each([
  ['the form', '/work-with-us/application'],
  ['a form at the root in English', '/en/apply'],
  ['a form next to a sibling with the same slug', '/en/join/apply-m42'],
  ['search results', '/en/search?keyword=fund&page=2'],
  ['a file', '/files/abc/report.pdf'],
  ['the feed', '/en/feed.xml'],
  ['a language switch with other parameters', '/en/news?page=2&lang=en'],
  ['a section of the same page', '/en/about-us?go=Company%20Profile#company-profile'],
  ['another site', 'https://beian.miit.gov.cn/'],
])('speculation rules forbid prefetching %s: %s', (_what, href) => {
  expect(isPrefetched(href)).toBe(false);
});
