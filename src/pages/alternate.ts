import type { Reader } from '../backend/content.ts';
import { articlePath, encodePath, nodeHref } from '../content/links.ts';
import type { Menu, MenuNode } from '../content/menu.ts';
import { type Query, withQuery } from '../content/query.ts';
import { equalIn, nearestEqualIn, resolvePath } from '../content/resolve.ts';
import { Failure, isNotFound } from '../failures.ts';
import { homePath, type Language, languageFacts, otherLanguage } from '../i18n/languages.ts';
import type { PageContext } from './page-context.ts';

/** The address of the same page in the other language, or of its nearest parent there. */
export type Alternate = { href: string; exists: boolean };

type Asked<T> = { value?: T; isMissing: boolean };

/** Only the backend's 404 says that something is not there; any other failure counts as "exists". */
async function ask<T>(promise: Promise<T>): Promise<Asked<T>> {
  try {
    return { value: await promise, isMissing: false };
  } catch (error) {
    return { isMissing: error instanceof Failure && isNotFound(error.status) };
  }
}

/** The same for an answer that may be empty. */
async function askIfAny<T>(promise: Promise<T | undefined>): Promise<Asked<T>> {
  const { value, isMissing } = await ask(promise.then((found) => ({ found })));
  return { value: value?.found, isMissing: isMissing || (value !== undefined && !value.found) };
}

/** A path moved to the other language as it is. */
const sameIn = (other: Language, path: string): string => {
  const own = languageFacts[otherLanguage(other)].prefix;
  return `${languageFacts[other].prefix}${path.slice(own.length)}`;
};

const home = (other: Language): Alternate => ({ href: homePath(other), exists: false });

function parentAlternate(menu: Menu, node: MenuNode | undefined): Alternate {
  const nearest = node && nearestEqualIn(menu, node);
  return nearest ? { href: nodeHref(nearest, menu.language), exists: false } : home(menu.language);
}

/** The alternate of a menu item's page. */
export async function pageAlternate({ reader }: PageContext, node: MenuNode): Promise<Alternate> {
  const other = otherLanguage(reader.language);
  const { value: menu, isMissing } = await ask(reader.in(other).menu());
  if (!menu) return isMissing ? home(other) : { href: sameIn(other, node.path), exists: true };
  const equal = equalIn(menu, node);
  return equal?.isPage && !equal.isShadowed
    ? { href: equal.path, exists: true }
    : parentAlternate(menu, node);
}

type ArticleKey = { id: string; columnCode?: string; path: string };

/** The alternate of an article: it exists where `/article/get` gives it in the other language. */
export async function articleAlternate(
  { reader }: PageContext,
  article: ArticleKey,
  column?: MenuNode,
): Promise<Alternate> {
  const other = reader.in(otherLanguage(reader.language));
  const [menu, alternate] = await Promise.all([ask(other.menu()), askIfAny(other.articleIfAny(article.id))]);
  if (!menu.value) {
    return alternate.isMissing
      ? home(other.language)
      : { href: sameIn(other.language, article.path), exists: true };
  }
  if (alternate.isMissing) return parentAlternate(menu.value, column);
  return { href: articlePath(menu.value, alternate.value ?? article), exists: true };
}

/**
 * Where the switch of an error page leads. A page that failed may well exist in the other language; of one that is
 * not here the other menu may know itself or the nearest parent.
 */
export async function errorAlternate(
  reader: Reader,
  segments: readonly string[],
  isLost: boolean,
): Promise<string> {
  const other = otherLanguage(reader.language);
  if (!isLost) return encodePath(segments, other);
  const { value: menu } = await ask(reader.in(other).menu());
  if (!menu) return homePath(other);
  for (let length = segments.length; length > 0; length -= 1) {
    const resolved = resolvePath(menu, segments.slice(0, length));
    if (resolved.kind === 'page' || resolved.kind === 'anchor') return nodeHref(resolved.node, other);
  }
  return homePath(other);
}

/** The link of the language switch: the alternate with what remembers the choice. */
export const switchHref = (alternate: Alternate, language: Language, parameters: Query = {}) =>
  withQuery(alternate.href, { ...parameters, lang: otherLanguage(language) });
