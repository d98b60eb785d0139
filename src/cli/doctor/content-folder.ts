import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { findCounterpart, findMenuItem, type Menu } from '../../content/menu/menu.ts';
import { findSectionKind } from '../../content/menu/section-codes.ts';
import { commonFileName, type Mistake, walkValues } from '../../content-folder/check-file.ts';
import { articlesInColumn, contentFolderPath, readFolderArticles } from '../../content-folder/client.ts';
import { type Folder, findFile, openContentFolder } from '../../content-folder/folder.ts';
import { languages } from '../../i18n/languages.ts';
import { formatCount } from '../../lib/messages.ts';
import { createSanitizer } from '../../site/layout/sanitizer.ts';
import { createContentRecorder } from './backend.ts';
import { readEverything } from './backend-calls.ts';
import { error, ok, type Result, warning } from './check.ts';

const keepUrl = (url: string): string => url;
const unchangedUrls = { href: keepUrl, linkHref: keepUrl, externalHref: keepUrl };

const URL_KEY = /(?:pic|file|logo|qrcode)url$|^url$/iu;
const EXTERNAL_URL = /^(?:[a-z][a-z+.-]*:|\/\/)/iu;
/** Matches content folder URLs in text. */
const LOCAL_FILE_URL = /(?<![\w.-])\/files\/[^\s"'<>()]+/gu;

/** Checks every content file of both languages as the site reads it, and the references between files. */
export async function checkContentDir(config: Config, distDir: string): Promise<Result[]> {
  const root = contentFolderPath({ ...config, distDir });
  const results = new Map<string, Result>();
  const add = (line: string): void => {
    // Reports only the first problem of each value.
    const location = line.slice(0, line.indexOf(': '));
    if (!results.has(location)) results.set(location, error(line));
  };
  const content = createContentRecorder(config, distDir, add);
  let count = 0;
  for (const language of languages) {
    const { menu } = await readEverything(content, language);
    // The others have a line and a column.
    for (const { record, problem, raw } of menu ? content.lastResult.menuProblems : [])
      if (raw === undefined) add(`${language}/menu.json, record ${record}: ${problem}`);
    const references: References = { root, menu, ids: new Map() };
    const folder = openContentFolder(root, add, (name, value) =>
      findReferenceMistakes(name, value, references),
    );
    const names = globSync(`${language}/**/*.json`, { cwd: root }).sort();
    for (const name of names) await folder.json(name.replaceAll(path.sep, '/')).catch(() => undefined);
    for (const line of menu ? await findEmptyItems(root, folder, menu) : []) add(line);
    count += names.length;
  }
  return results.size === 0 ? [ok(`${formatCount(count, 'file')} in ${root}`)] : [...results.values()];
}

/** `ids` maps each id, qualified by the list in which it must be unique, to its file. */
type References = { root: string; menu?: Menu; ids: Map<string, string> };

const findReferenceMistakes = (name: string, content: unknown, { root, menu, ids }: References): Mistake[] =>
  [...walkValues(content)].flatMap(([at, value]) => {
    if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return [];
    const key = String(at.at(-1));
    const texts = [
      checkValue(key, value, menu),
      key === 'id' ? checkId(name, at, value, ids) : undefined,
      ...findMissingMedia(root, key, String(value)),
      findLimit(String(value)),
    ];
    return texts.filter((text) => text !== undefined).map((text) => ({ path: at, text }));
  });

function checkValue(key: string, value: string | number, menu: Menu | undefined): string | undefined {
  if (key !== 'columnCode' || !menu || findMenuItem(menu, String(value))) return undefined;
  // The home page omits a form that is not in the menu.
  return findSectionKind(String(value)) === 'application'
    ? undefined
    : `no menu item has the code "${value}"`;
}

/** Checks that an id is unique among all articles, all menu items, or a list's records. */
function checkId(name: string, at: Mistake['path'], value: string | number, ids: References['ids']) {
  const isArticle = at.length === 1;
  const list = at.filter((key) => typeof key === 'string' && key !== 'children');
  const key = JSON.stringify([isArticle ? 'articles' : name, ...list, String(value)]);
  const first = ids.get(key);
  ids.set(key, first ?? name);
  if (first === undefined) return undefined;
  return first === name ? `id ${value} is used twice` : `id ${value} is also in ${first}`;
}

/** Finds missing content files that a value names. The value is a URL or contains some. */
function findMissingMedia(root: string, key: string, value: string): string[] {
  const urls = URL_KEY.test(key)
    ? [value].filter((url) => !EXTERNAL_URL.test(url))
    : (value.match(LOCAL_FILE_URL) ?? []);
  return urls.filter((url) => !findFile(root, url)).map((url) => `${url} is missing`);
}

/** Returns the limit that a text exceeds, for which the site would show plain lines. */
const findLimit = (value: string): string | undefined =>
  value.includes('<') ? createSanitizer(unchangedUrls, 'zh').html(value).exceeded : undefined;

async function findEmptyItems(root: string, folder: Folder, { language, byKey }: Menu): Promise<string[]> {
  const articles = await readFolderArticles(folder, language);
  return [...byKey.values()]
    .filter(({ kind, children }) => kind === 'common' && children.length === 0)
    .map(({ code }) => ({ code, file: commonFileName(language, code) }))
    .filter(({ code, file }) => {
      return articlesInColumn(articles, code).length === 0 && !existsSync(path.join(root, file));
    })
    .map(({ code, file }) => `${language}/menu.json, ${code}: no content: no ${file}, and no article`);
}

/** Compares the menus of both languages. An item that only one of them has is a page without a translation. */
export function compareMenus(zh: Menu | undefined, en: Menu | undefined): Result | [] {
  if (!zh || !en) return [];
  const describeMissing = ({ language, byKey }: Menu, other: Menu): string[] =>
    [...byKey.values()]
      .filter((node) => !findCounterpart(other, node))
      .map(({ code }) => `${code} is only in ${language}`);
  const missing = [...describeMissing(zh, en), ...describeMissing(en, zh)];
  const text = `${formatCount(zh.byKey.size, 'item')} in Chinese, ${en.byKey.size} in English`;
  return missing.length === 0 ? ok(text) : warning(`${text}; not in both languages:`, missing);
}
