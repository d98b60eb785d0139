import { DomUtils } from 'htmlparser2';
import zh from '../../locales/zh/site.json' with { type: 'json' };
import { languageFacts, languageOfPath } from '../../src/i18n/languages.ts';
import type { CrawledPage, PageAnswer } from './crawler.ts';

/** Minimum letters in `main`. A page with fewer counts as empty. */
const LEAST_TEXT = 40;
const SHOWN_ATTRIBUTES = ['alt', 'title', 'aria-label', 'placeholder', 'content', 'value'];
const KEYS = new Set(Object.keys(zh));
/** Traces of a template, a missing value or an object instead of text. */
const RESIDUE = /\{\{|\}\}|\bundefined\b|\[object|\bNaN\b|\bInvalid Date\b/u;

const one = ({ all }: CrawledPage, tag: string) => all(tag)[0];
const textOf = (page: CrawledPage, tag: string): string => {
  const element = one(page, tag);
  return element ? DomUtils.textContent(element).trim() : '';
};

/** Returns every text of a page, including attributes and structured data. */
const texts = ({ document, all }: CrawledPage): string[] => [
  ...DomUtils.find((node) => node.type === 'text', [document], true, Number.POSITIVE_INFINITY)
    .filter(({ parent }) => parent?.type !== 'style')
    .filter(({ parent }) => parent?.type !== 'script' || parent.attribs.type === 'application/ld+json')
    .map((node) => DomUtils.textContent(node).trim()),
  ...all('*').flatMap(({ attribs }) => SHOWN_ATTRIBUTES.flatMap((name) => attribs[name] ?? [])),
];

export const languageOf = (url: string): string => languageFacts[languageOfPath(new URL(url).pathname)].tag;
export const titleOf = (page: CrawledPage): string => textOf(page, 'title');

const relation = (page: CrawledPage, rel: string) =>
  page.all('link').filter(({ attribs }) => attribs.rel === rel);
const canonicalOf = (page: CrawledPage): string | undefined => relation(page, 'canonical')[0]?.attribs.href;
export const alternatesOf = (page: CrawledPage): Record<string, string> =>
  Object.fromEntries(
    relation(page, 'alternate')
      .filter(({ attribs }) => attribs.hreflang)
      .map(({ attribs }) => [attribs.hreflang ?? '', attribs.href ?? '']),
  );

/** Returns whether the page is marked as `noindex`. */
export const isUnlisted = ({ all }: CrawledPage): boolean =>
  all('meta').some(({ attribs }) => attribs.name === 'robots' && attribs.content === 'noindex');

/** Returns a URL without `go`, which only selects the section to scroll to. */
export function cleanAddress(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  searchParams.delete('go');
  return `${origin}${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

/** Returns the errors of a page, without a comparison with other pages. */
export function faultsOf({ page, url }: PageAnswer): string[] {
  const shown = texts(page);
  const canonical = canonicalOf(page);
  const faults: [string, unknown][] = [
    ['main is empty', textOf(page, 'main').length < LEAST_TEXT],
    ['h1 is empty', textOf(page, 'h1') === ''],
    [`lang is ${one(page, 'html')?.attribs.lang}`, one(page, 'html')?.attribs.lang !== languageOf(url)],
    [`canonical is ${canonical}`, canonical !== cleanAddress(url)],
    ...shown.filter((text) => KEYS.has(text)).map((text): [string, unknown] => [`key shown: ${text}`, true]),
    ...shown
      .filter((text) => RESIDUE.test(text))
      .map((text): [string, unknown] => [`residue: ${text}`, true]),
  ];
  return faults.flatMap(([fault, isThere]) => (isThere ? [`${url}: ${fault}`] : []));
}
