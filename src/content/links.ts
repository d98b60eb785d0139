import { homePath, type Language, languageFacts } from '../i18n/languages.ts';
import { findMenuItem, type Menu, type MenuItem } from './menu/menu.ts';
import { ARTICLES } from './site-paths.ts';
import { removeInvisible } from './text/plain-text.ts';
import { encodePart, normaliseCode } from './urls.ts';

/** Builds a page path from its decoded segments. Without segments, returns the home path. */
export const buildPath = (segments: readonly string[], language: Language): string =>
  `${languageFacts[language].prefix}/${segments.map(encodePart).join('/')}`.replace(/(?<=.)\/$/u, '');

/**
 * Returns the URL of a menu item: its page, or its anchor on the parent's page (for a root: on the home page). An anchor has the
 * parameter `go` with the code, and a fragment for browsers without JavaScript.
 */
export function menuItemHref({ isPage, path, parent, code, anchor }: MenuItem, language: Language): string {
  if (isPage) return path;
  return `${parent?.path ?? homePath(language)}?go=${encodePart(normaliseCode(code))}#${encodePart(anchor)}`;
}

export function columnHref(menu: Menu, columnCode: string | undefined): string | undefined {
  const node = findMenuItem(menu, columnCode);
  return node && menuItemHref(node, menu.language);
}

/** Builds the path of an article: below its column, or below `/articles` if the column is not in the menu. */
export function articlePath(menu: Menu, article: { id: string; columnCode?: string }): string {
  const column = findMenuItem(menu, article.columnCode);
  const parent = column?.path ?? `${languageFacts[menu.language].prefix}/${ARTICLES}`;
  return `${parent}/${encodePart(article.id)}`;
}

/** Matches a domain without a scheme. Other endings may be file names: `page.html`. */
const DOMAIN =
  /^(?:[\p{L}\d-]+\.)+(?:com|net|org|gov|edu|info|biz|cn|hk|mo|tw|sg|jp|kr|us|uk|eu|de|fr|io|cc|xyz|中国|公司|网络)(?=[:/?#]|$)/iu;

/** Common mistakes at the start of a link and their corrections, applied in order. */
const REPAIRS: readonly [RegExp, string][] = [
  [/^https?(?::\/*|\/\/)(?=(?:https?:?\/\/|mailto:|tel:))/iu, ''],
  [/^(https?)(?::\/*|\/\/)/iu, '$1://'],
  [/^https?:\/\/$/iu, ''],
  [/^(?:https?:\/\/)?([^@:/?#]+@(?!\dx\.)[^@:/](?=[^@:/]*\.[^@:/])[^@:/]+)\/?$/iu, 'mailto:$1'],
  [/^(?:mailto|e-?mail):\/*/iu, 'mailto:'],
  [/^(?:tel:\/*|(?=\+\d))/iu, 'tel:'],
  [/^\/\/(?=[^/\\])/u, 'https://'],
  [/^www\./iu, 'https://$&'],
  [DOMAIN, 'https://$&'],
];

const isAbsolute = (link: string): boolean => /^(?:https?:|mailto:|tel:)/iu.test(link);

/** The scheme and the host of a link, or the whole link if it has no path. */
const START = /^[^/／?？#＃]*[/／\\]*[^/／?？#＃]*／?/u;

const toAscii = (start: string): string =>
  start.normalize('NFKC').replace(/\s/gu, '').replaceAll('。', '.').replaceAll('\\', '/');

/** Returns the URL that an editor means: `https：//example.com`, `www.example.com`, `ir@example.com`. Paths stay as they are. */
export function completeLink(written: string): string {
  const link = removeInvisible(written.replace(/\p{Cc}/gu, '')).trim();
  const typed = link.replace(/(?<![，。；、])[，。；、]+$/u, '').replace(START, toAscii);
  const url = REPAIRS.reduce((repaired, [pattern, meant]) => repaired.replace(pattern, meant), typed);
  return isAbsolute(url) || url === '' ? url : link;
}

/** Returns the link if it is a web, email or telephone URL, a path of the site or a fragment. */
export const toSafeLink = (url: string): string | undefined =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/iu.test(url) ? url : undefined;
