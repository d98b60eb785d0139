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

export const textOf = ({ all }: CrawledPage, tag: string): string =>
  DomUtils.textContent(all(tag)[0] ?? []).trim();

/** Returns every text of a page, including attributes and structured data. */
const texts = ({ document, all }: CrawledPage): string[] => [
  ...DomUtils.find((node) => node.type === 'text', [document], true, Number.POSITIVE_INFINITY)
    .filter(({ parent }) => parent?.type !== 'style')
    .filter(({ parent }) => parent?.type !== 'script' || parent.attribs.type === 'application/ld+json')
    .map((node) => DomUtils.textContent(node).trim()),
  ...all('*').flatMap(({ attribs }) => SHOWN_ATTRIBUTES.flatMap((name) => attribs[name] ?? [])),
];

export const languageOf = (url: string): string => languageFacts[languageOfPath(new URL(url).pathname)].tag;

const relation = ({ all }: CrawledPage, rel: string) =>
  all('link').flatMap(({ attribs }) => (attribs.rel === rel ? [attribs] : []));
export const alternatesOf = (page: CrawledPage): Record<string, string> =>
  Object.fromEntries(
    relation(page, 'alternate').flatMap(({ hreflang, href = '' }) => (hreflang ? [[hreflang, href]] : [])),
  );

/** Returns a URL without `go`, which only selects the section to scroll to. */
export function cleanUrl(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  searchParams.delete('go');
  return `${origin}${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

/** Returns the errors of a page, without a comparison with other pages. */
export function faultsOf({ page, url }: PageAnswer): string[] {
  const canonical = relation(page, 'canonical')[0]?.href;
  const lang = page.all('html')[0]?.attribs.lang;
  const faults = [
    textOf(page, 'main').length < LEAST_TEXT && 'main is empty',
    textOf(page, 'h1') === '' && 'h1 is empty',
    lang !== languageOf(url) && `lang is ${lang}`,
    canonical !== cleanUrl(url) && `canonical is ${canonical}`,
    ...texts(page).map((text) => (KEYS.has(text) || RESIDUE.test(text)) && `residue: ${text}`),
  ];
  return faults.flatMap((fault) => (fault ? [`${url}: ${fault}`] : []));
}
