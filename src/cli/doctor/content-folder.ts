import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { findCounterpart, findMenuItem, type Menu } from '../../content/menu/menu.ts';
import { findSectionKind } from '../../content/menu/sections.ts';
import { parseDay } from '../../content/time.ts';
import {
  commonFileName,
  describeMistakes,
  type Mistake,
  parseContent,
  readTextFile,
  walkValues,
} from '../../content-folder/check-file.ts';
import { articlesInColumn, contentFolderPath, readArticles } from '../../content-folder/client.ts';
import { type Folder, openFolder } from '../../content-folder/folder.ts';
import { languages } from '../../i18n/languages.ts';
import { createContentRecorder, readEverything } from './backend.ts';
import { error, ok, type Result, warning } from './check.ts';

const TIME_KEY = /Time$/u;
const URL_KEY = /(?:pic|file|logo|qrcode)url$|^url$/iu;
const EXTERNAL_URL = /^(?:[a-z][a-z+.-]*:|\/\/)/iu;
/** Matches URLs of files in the content folder in texts. */
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
  const folder = openFolder(root, add);
  const content = createContentRecorder(config, distDir, add);
  let count = 0;
  for (const language of languages) {
    const { menu } = await readEverything(content, language);
    const names = globSync(`${language}/**/*.{json,html}`, { cwd: root })
      .map((name) => name.replaceAll(path.sep, '/'))
      .sort();
    const references: References = { folder, menu, ids: new Map() };
    for (const name of names) {
      if (name.endsWith('.json')) await folder.json(name).catch(() => undefined);
      for (const line of await findReferenceMistakes(root, name, references)) add(line);
    }
    for (const line of menu ? await findEmptyItems(root, folder, menu) : []) add(line);
    count += names.length;
  }
  return results.size === 0 ? [ok(`${count} files in ${root}`)] : [...results.values()];
}

/** `ids` maps each id, qualified by the list in which it must be unique, to its file. */
type References = { folder: Folder; menu?: Menu; ids: Map<string, string> };

/** Finds references to missing files, duplicate ids and invalid times. */
async function findReferenceMistakes(root: string, name: string, references: References): Promise<string[]> {
  const { folder, menu, ids } = references;
  try {
    const text = readTextFile(root, name);
    if (name.endsWith('.html'))
      return (await findMissingFiles(folder, '', text)).map((missing) => `${name}: ${missing}`);
    const mistakes: Mistake[] = [];
    for (const [at, value] of walkValues(parseContent(text, name))) {
      if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) continue;
      const key = String(at.at(-1));
      const found = [
        checkValue(key, value, menu),
        key === 'id' ? checkId(name, at, value, ids) : undefined,
        ...(await findMissingFiles(folder, key, String(value))),
      ];
      for (const mistake of found) if (mistake !== undefined) mistakes.push({ path: at, text: mistake });
    }
    return describeMistakes(name, text, mistakes);
  } catch (reason) {
    return [(reason as Error).message];
  }
}

function checkValue(key: string, value: string | number, menu: Menu | undefined): string | undefined {
  if (TIME_KEY.test(key) && !parseDay(value)) return `"${value}" is no date: write it as 2026-11-21`;
  if (key !== 'columnCode' || !menu || findMenuItem(menu, String(value))) return undefined;
  // A missing form is valid, because the home page omits a form that is not in the menu.
  return findSectionKind(String(value)) === 'application'
    ? undefined
    : `no menu item has the code "${value}"`;
}

/** Checks that an id is unique among all articles, all menu items, or the records of a list. */
function checkId(name: string, at: Mistake['path'], value: string | number, ids: References['ids']) {
  const isArticle = at.length === 1;
  const list = at.filter((key) => typeof key === 'string' && key !== 'children');
  const key = JSON.stringify([isArticle ? 'articles' : name, ...list, String(value)]);
  const first = ids.get(key);
  ids.set(key, first ?? name);
  if (first === undefined) return undefined;
  return first === name ? `id ${value} is used twice` : `id ${value} is also in ${first}`;
}

/** Finds missing files of the content folder that a value, which is a URL or a text, names. */
async function findMissingFiles({ assetSize }: Folder, key: string, value: string): Promise<string[]> {
  const urls = URL_KEY.test(key)
    ? [value].filter((url) => !EXTERNAL_URL.test(url))
    : (value.match(LOCAL_FILE_URL) ?? []);
  const sizes = await Promise.all(urls.map(assetSize));
  return urls.filter((_, at) => sizes[at] === undefined).map((url) => `${url} is missing`);
}

/** Finds menu items whose pages or sections would be empty. */
async function findEmptyItems(root: string, folder: Folder, { language, byKey }: Menu): Promise<string[]> {
  const articles = await readArticles(folder, language);
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
  const text = `${zh.byKey.size} items in Chinese, ${en.byKey.size} in English`;
  return missing.length === 0 ? ok(text) : warning(`${text}; not in both languages:`, missing);
}
