import { homePath, type Language, languageFacts } from '../i18n/languages.ts';
import { type Menu, type MenuNode, nodeByCode } from './menu/menu.ts';
import { encodePart, normaliseCode } from './menu/slug.ts';

/** The address of decoded path parts in a language; of none, its home. */
export const encodePath = (segments: readonly string[], language: Language): string =>
  `${languageFacts[language].prefix}/${segments.map(encodePart).join('/')}`.replace(/(?<=.)\/$/u, '');

/** The address of an anchor: its page, `go` with its code, and the fragment for the jump without JavaScript. */
export const anchorHref = (pagePath: string, code: string, anchor: string): string =>
  `${pagePath}?go=${encodePart(normaliseCode(code))}#${encodePart(anchor)}`;

/** The link of a menu item: its page, or its anchor on its parent's page (a root's: on the home page). */
export function nodeHref(node: MenuNode, language: Language): string {
  if (node.isPage) return node.path;
  return anchorHref(node.parent?.path ?? homePath(language), node.code, node.anchor);
}

/** The link to the item of a column code, or undefined where the menu has no such item. */
export function columnHref(menu: Menu, columnCode: string | undefined): string | undefined {
  const node = nodeByCode(menu, columnCode);
  return node && nodeHref(node, menu.language);
}

/** The path of an article: under its column, or under `/articles` where the menu does not know the column. */
export function articlePath(menu: Menu, article: { id: string; columnCode?: string }): string {
  const column = nodeByCode(menu, article.columnCode);
  const parent = column?.path ?? `${languageFacts[menu.language].prefix}/articles`;
  return `${parent}/${encodePart(article.id)}`;
}

/** Adds `https://` to a link that an editor wrote without a scheme: `www.example.com`, `//example.com`. */
export const withScheme = (url: string): string => url.replace(/^(?:\/\/(?=[^/\\])|(?=www\.))/iu, 'https://');

/** A link that an editor gave, or undefined where it is no web, mail or telephone address and no path of the site. */
export const safeLink = (url: string): string | undefined =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/iu.test(url) ? url : undefined;
