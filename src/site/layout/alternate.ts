import type { Reader } from '../../content/backend/content.ts';
import { articlePath, buildPath, menuItemHref } from '../../content/links.ts';
import {
  findCounterpartPage,
  findNearestCounterpart,
  type Menu,
  type MenuItem,
  resolvePath,
} from '../../content/menu/menu.ts';
import { withQuery } from '../../content/urls.ts';
import { homePath, type Language, languageFacts, otherLanguage } from '../../i18n/languages.ts';
import { isNoData } from '../../lib/failures.ts';
import type { PageContext } from './page-context.ts';

/** URL of the same page or its nearest parent in the other language. */
export type Alternate = { href: string; exists: boolean };

/** Returns null if the content does not exist, or undefined if the call fails. */
const settle = <T>(promise: Promise<T | undefined>): Promise<T | null | undefined> =>
  promise.then(
    (value) => value ?? null,
    () => undefined,
  );

/** An article without a title or text, which may not be translated yet, has no page. */
function ignoreNoData(error: unknown): undefined {
  if (!isNoData(error)) throw error;
}

const samePathIn = (other: Language, path: string): string => {
  const own = languageFacts[otherLanguage(other)].prefix;
  return `${languageFacts[other].prefix}${path.slice(own.length)}`;
};

const homeAlternate = (other: Language): Alternate => ({ href: homePath(other), exists: false });

function parentAlternate(menu: Menu, node: MenuItem | undefined): Alternate {
  const nearest = node && findNearestCounterpart(menu, node);
  return nearest
    ? { href: menuItemHref(nearest, menu.language), exists: false }
    : homeAlternate(menu.language);
}

export async function pageAlternate({ reader }: PageContext, node: MenuItem): Promise<Alternate> {
  const other = otherLanguage(reader.language);
  const menu = await settle(reader.inLanguage(other).menu());
  if (!menu) return { href: samePathIn(other, node.path), exists: true };
  const equal = findCounterpartPage(menu, node);
  return equal ? { href: equal.path, exists: true } : parentAlternate(menu, node);
}

type ArticleKey = { id: string; columnCode?: string; path: string };

/** Finds the alternate of an article. It exists if `/article/get` returns the complete article in the other language. */
export async function articleAlternate(
  { reader }: PageContext,
  article: ArticleKey,
  column?: MenuItem,
): Promise<Alternate> {
  const other = reader.inLanguage(otherLanguage(reader.language));
  const ifAny = other.articleIfAny(article.id).catch(ignoreNoData);
  const [menu, found] = await Promise.all([settle(other.menu()), settle(ifAny)]);
  if (found === null) return menu ? parentAlternate(menu, column) : homeAlternate(other.language);
  const href = menu ? articlePath(menu, found ?? article) : samePathIn(other.language, article.path);
  return { href, exists: true };
}

/** Finds the target of the language switch on an error page: the page itself, or its nearest parent if it does not exist. */
export async function errorAlternate(reader: Reader, segments: readonly string[], isLost: boolean) {
  const other = otherLanguage(reader.language);
  if (!isLost) return buildPath(segments, other);
  const menu = await settle(reader.inLanguage(other).menu());
  if (!menu) return homePath(other);
  for (let length = segments.length; length > 0; length -= 1) {
    const resolved = resolvePath(menu, segments.slice(0, length));
    if (resolved.kind === 'page' || resolved.kind === 'anchor') return menuItemHref(resolved.node, other);
  }
  return homePath(other);
}

export const switchHref = (href: string, language: Language): string =>
  withQuery(href, { lang: otherLanguage(language) });
