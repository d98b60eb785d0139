import { isReservedAddress } from '../../content/menu/fixed-addresses.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { counterpartIn, resolvePath } from '../../content/menu/resolve.ts';
import { decodePart } from '../../content/menu/slug.ts';
import type { Redirect } from '../../content/redirects/redirects.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { ok, type Result, warning } from './check.ts';

export type Menus = Record<Language, Menu>;

/** Compares the menus of both languages: an item missing from one of them is a page without its other language. */
export function compareMenus({ zh, en }: Menus): Result[] {
  const missing = [...itemsMissingIn(en, zh), ...itemsMissingIn(zh, en)];
  const withoutForm = languages.filter(
    (language) => ![...{ zh, en }[language].byKey.values()].some(({ kind }) => kind === 'application'),
  );
  const text = `${zh.byKey.size} items in Chinese, ${en.byKey.size} in English`;
  return [
    missing.length === 0 ? ok(text) : warning(`${text}; not in both languages:`, missing),
    ...withoutForm.map((language) => warning(`${language}: no item has the application form`)),
  ];
}

const itemsMissingIn = (other: Menu, { language, byKey }: Menu): string[] =>
  [...byKey.values()]
    .filter((node) => !counterpartIn(other, node))
    .map(({ code }) => `${code} is only in ${language}`);

/** Finds lines of REDIRECTS_FILE that lead to a 404. Only the backend knows whether an article exists. */
export function checkRedirects(redirects: readonly Redirect[], menus: Menus): Result {
  const dead = redirects.filter(
    ({ to }) => to.startsWith('/') && !to.includes(':splat') && !exists(to, menus),
  );
  const text = `${redirects.length} legacy URLs`;
  return dead.length === 0
    ? ok(text)
    : warning(
        `${text}, ${dead.length} lead to a 404:`,
        dead.map(({ line, to }) => `line ${line}: ${to}`),
      );
}

function exists(address: string, menus: Menus): boolean {
  const path = address.replace(/[?#].*$/su, '').replace(/(?<=.)\/$/u, '');
  const segments = path.split('/').slice(1).map(decodePart);
  const language = segments[0] === 'en' ? 'en' : 'zh';
  if (language === 'en') segments.shift();
  const isArticle = segments.length === 2 && segments[0] === 'articles';
  return isArticle || isReservedAddress(path) || resolvePath(menus[language], segments).kind !== 'none';
}
