import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { findCounterpart, findMenuItem, type Menu } from '../../content/menu/menu.ts';
import { findSectionKind } from '../../content/menu/sections.ts';
import { normaliseCode } from '../../content/menu/slug.ts';
import { parseDay } from '../../content/time.ts';
import {
  commonFileName,
  describeMistakes,
  isContentFile,
  type Mistake,
  parseContent,
  readTextFile,
  walkValues,
} from '../../content-folder/check-file.ts';
import { contentFolderPath, readArticles } from '../../content-folder/client.ts';
import { type Folder, openFolder } from '../../content-folder/folder.ts';
import { languages } from '../../i18n/languages.ts';
import { readEverything, recordContent } from './backend.ts';
import { error, ok, type Result, warning } from './check.ts';

const TIME_KEY = /Time$/u;
const ASSET_KEY = /(?:pic|file|logo|qrcode)url$|^url$/iu;
const ELSEWHERE = /^(?:[a-z][a-z+.-]*:|\/\/)/iu;
/** Matches URLs of the folder's own files in texts. */
const OWN_FILE = /(?<![\w.-])\/files\/[^\s"'<>()]+/gu;

/** Checks every content file of both languages as the site reads it, and the references between files. */
export async function checkContentDir(config: Config, distDir: string): Promise<Result[]> {
  const root = contentFolderPath({ ...config, distDir });
  const results = new Map<string, Result>();
  const add = (line: string, level = error): void => {
    // An unreadable value is not reported a second time.
    const place = line.slice(0, line.indexOf(': '));
    if (!results.has(place)) results.set(place, level(line));
  };
  const folder = openFolder(root, add);
  const content = recordContent(config, distDir, add);
  let count = 0;
  for (const language of languages) {
    const { menu } = await readEverything(content, language);
    const names = globSync(`${language}/**/*.{json,html}`, { cwd: root })
      .map((name) => name.replaceAll(path.sep, '/'))
      .sort();
    const known: Known = { folder, menu, ids: new Map() };
    for (const name of names) {
      if (name.endsWith('.json')) await folder.json(name).catch(() => undefined);
      for (const line of await referenceMistakes(root, name, known)) add(line);
    }
    if (menu) {
      for (const line of await itemsWithoutContent(root, folder, menu)) add(line);
      for (const line of unusedFiles(names, menu)) add(line, warning);
    }
    count += names.length;
  }
  return results.size === 0 ? [ok(`${count} files in ${root}`)] : [...results.values()];
}

/** `ids`: file of each id, by the list in which it must be unique. */
type Known = { folder: Folder; menu?: Menu; ids: Map<string, string> };

/** Finds references to missing files, duplicate ids and invalid times. */
async function referenceMistakes(root: string, name: string, { folder, menu, ids }: Known) {
  try {
    const text = readTextFile(path.join(root, name), name);
    if (name.endsWith('.html'))
      return (await missingFiles(folder, ownFiles('', text))).map((missing) => `${name}: ${missing}`);
    const mistakes: Mistake[] = [];
    for (const [at, value] of walkValues(parseContent(text, name))) {
      if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) continue;
      const key = String(at.at(-1));
      const found = [
        checkValue(key, value, menu),
        key === 'id' ? checkId(name, at, value, ids) : undefined,
        ...(await missingFiles(folder, ownFiles(key, String(value)))),
      ];
      mistakes.push(...found.filter((one) => one !== undefined).map((one) => ({ path: at, text: one })));
    }
    return describeMistakes(name, text, mistakes);
  } catch (reason) {
    return [(reason as Error).message];
  }
}

function checkValue(key: string, value: string | number, menu: Menu | undefined): string | undefined {
  if (TIME_KEY.test(key) && !parseDay(value)) return `"${value}" is no date: write it as 2026-11-21`;
  if (key !== 'columnCode' || !menu || findMenuItem(menu, String(value))) return undefined;
  // The home page does not offer a form that is not in the menu.
  return findSectionKind(String(value)) === 'application'
    ? undefined
    : `no menu item has the code "${value}"`;
}

/** Checks that an id is unique among all articles, all menu items, or the records of a list. */
function checkId(name: string, at: Mistake['path'], value: string | number, ids: Known['ids']) {
  const isArticle = at.length === 1;
  const list = at.filter((key) => typeof key === 'string' && key !== 'children');
  const key = JSON.stringify([isArticle ? 'articles' : name, ...list, String(value)]);
  const first = ids.get(key);
  ids.set(key, first ?? name);
  if (first === undefined) return undefined;
  return first === name ? `id ${value} is used twice` : `id ${value} is also in ${first}`;
}

/** Returns the URLs of the folder's own files in a value, which is a URL or a text. */
const ownFiles = (key: string, value: string): string[] =>
  ASSET_KEY.test(key) ? [value].filter((url) => !ELSEWHERE.test(url)) : (value.match(OWN_FILE) ?? []);

async function missingFiles(folder: Folder, urls: string[]): Promise<string[]> {
  const sizes = await Promise.all(urls.map((url) => folder.assetSize(url)));
  return urls.filter((_, at) => sizes[at] === undefined).map((url) => `${url} is missing`);
}

/** Finds menu items that would be empty pages or sections. */
async function itemsWithoutContent(root: string, folder: Folder, menu: Menu): Promise<string[]> {
  const { language } = menu;
  const { byColumn } = await readArticles(folder, language);
  return [...menu.byKey.values()]
    .filter(({ kind, children }) => kind === 'common' && children.length === 0)
    .filter(({ code }) => !byColumn.has(normaliseCode(code)))
    .map(({ code }) => ({ code, file: commonFileName(language, code) }))
    .filter(({ file }) => !existsSync(path.join(root, file)))
    .map(({ code, file }) => `${language}/menu.json, ${code}: no content: no ${file}, and no article`);
}

function unusedFiles(names: readonly string[], { language, byKey }: Menu): string[] {
  const codes = ['intro', ...[...byKey.values()].map(({ code }) => code)];
  const common = codes.map((code) => commonFileName(language, code));
  const isUsed = (name: string) =>
    path.dirname(name) === `${language}/common` ? common.includes(name) : isContentFile(name);
  return names
    .filter((name) => name.endsWith('.json') && !isUsed(name))
    .map((name) => `${name}: the site reads no file of this name, or no menu item has this code`);
}

/** Compares the menus of both languages: an item missing from one of them is a page without its other language. */
export function compareMenus(zh: Menu | undefined, en: Menu | undefined): Result | [] {
  if (!zh || !en) return [];
  const missing = [...itemsMissingIn(en, zh), ...itemsMissingIn(zh, en)];
  const text = `${zh.byKey.size} items in Chinese, ${en.byKey.size} in English`;
  return missing.length === 0 ? ok(text) : warning(`${text}; not in both languages:`, missing);
}

const itemsMissingIn = (other: Menu, { language, byKey }: Menu): string[] =>
  [...byKey.values()]
    .filter((node) => !findCounterpart(other, node))
    .map(({ code }) => `${code} is only in ${language}`);
