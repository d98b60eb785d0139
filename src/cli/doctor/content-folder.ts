import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { createParsers } from '../../content/backend/parsers.ts';
import { type Menu, nodeByCode } from '../../content/menu/menu.ts';
import { sectionKind } from '../../content/menu/sections.ts';
import { normaliseCode } from '../../content/menu/slug.ts';
import { cleanHtml } from '../../content/text/rich-text.ts';
import { parseDay } from '../../content/time.ts';
import { commonFile, isContentFile, unchanged } from '../../content-folder/check-file.ts';
import { readArticles } from '../../content-folder/client.ts';
import {
  describeMistakes,
  type Mistake,
  parseContent,
  positionAt,
  readText,
  valuesIn,
} from '../../content-folder/content-text.ts';
import { type Folder, openFolder } from '../../content-folder/folder.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { backendSections } from '../../site/sections/index.ts';
import { error, ok, type Result, warning } from './check.ts';

const INTRO = 'intro';
const ALWAYS_NEEDED = ['menu', 'group', 'home', 'home-components'];

const TIME_KEY = /Time$/u;
const ASSET_KEY = /(?:pic|file|logo|qrcode)url$|^url$/iu;
const ELSEWHERE = /^(?:[a-z][a-z+.-]*:|\/\/)/iu;

/** Checks every content file of both languages as the site reads it, and the references between files. */
export async function checkContentDir(root: string): Promise<Result[]> {
  const results = new Map<string, Result>();
  const add = (line: string, level = error): void => {
    // An unreadable value is not reported a second time.
    const place = line.slice(0, line.indexOf(': '));
    if (!results.has(place)) results.set(place, level(line));
  };
  const folder = openFolder(root, add);
  let count = 0;
  for (const language of languages) {
    const names = namesIn(root, language);
    const menu = await readMenu(folder, language);
    for (const name of [...(await requiredFiles(folder, language, menu)), ...names]) await read(folder, name);
    const ids = new Map<string, string>();
    for (const name of names) {
      for (const line of await referenceMistakes(root, name, { folder, menu, ids })) add(line);
    }
    if (menu) {
      for (const line of await itemsWithoutContent(root, folder, menu)) add(line);
      for (const line of unusedFiles(names, menu)) add(line, warning);
    }
    count += names.length;
  }
  return results.size === 0 ? [ok(`${count} files in ${root}`)] : [...results.values()];
}

const namesIn = (root: string, language: Language): string[] =>
  globSync(`${language}/**/*.{json,html}`, { cwd: root })
    .map((name) => name.split(path.sep).join('/'))
    .sort();

/** The folder reports the errors itself. */
const read = (folder: Folder, name: string): Promise<unknown> =>
  name.endsWith('.json') ? folder.json(name).catch(() => undefined) : Promise.resolve();

async function readMenu(folder: Folder, language: Language): Promise<Menu | undefined> {
  const items = await read(folder, `${language}/menu.json`);
  return Array.isArray(items) ? createParsers(language, unchanged).menu(items, []) : undefined;
}

/** Returns the files that the menu and the home page show, and those of every page. */
async function requiredFiles(folder: Folder, language: Language, menu: Menu | undefined): Promise<string[]> {
  const blocks = valuesIn(await read(folder, `${language}/home-components.json`))
    .filter(([at]) => at.at(-1) === 'componentCode')
    .map(([, code]) => String(code))
    .toArray();
  const kinds = [...(menu?.byKey.values() ?? [])].map(({ kind }) => kind).concat(blocks.map(sectionKind));
  const sections = Object.entries(backendSections).filter(([kind]) => kinds.some((one) => one === kind));
  return [
    ...ALWAYS_NEEDED,
    ...sections.map(([, { file }]) => file),
    ...(menu && kinds.includes('application') ? ['declare'] : []),
    ...(blocks.includes(INTRO) ? [`common/${INTRO}`] : []),
  ].map((name) => `${language}/${name}.json`);
}

/** `ids`: file of each id, by the list in which it must be unique. */
type Known = { folder: Folder; menu?: Menu; ids: Map<string, string> };

/** Finds references to missing files, duplicate ids and invalid times. */
async function referenceMistakes(root: string, name: string, known: Known): Promise<string[]> {
  try {
    const text = readText(path.join(root, name), name);
    return name.endsWith('.json') ? await checkJson(name, text, known) : await checkHtml(name, text, known);
  } catch (reason) {
    return [(reason as Error).message];
  }
}

async function checkJson(name: string, text: string, { folder, menu, ids }: Known): Promise<string[]> {
  const mistakes: Mistake[] = [];
  for (const [at, value] of valuesIn(parseContent(text, name))) {
    if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const key = String(at.at(-1));
    const found = [
      checkValue(key, value, menu),
      key === 'id' ? checkId(name, at, value, ids) : undefined,
      ...(await missingFiles(folder, urlsIn(key, String(value)))),
    ];
    mistakes.push(...found.filter((one) => one !== undefined).map((one) => ({ path: at, text: one })));
  }
  return describeMistakes(name, text, mistakes);
}

async function checkHtml(name: string, html: string, { folder }: Known): Promise<string[]> {
  const urls = urlsIn('', html);
  const missing = await missingFiles(folder, urls);
  return missing.map((text) => {
    const at = html.indexOf(text.split(' ', 1)[0] ?? '');
    return at < 0 ? `${name}: ${text}` : `${name}:${positionAt(html, at)}: ${text}`;
  });
}

function checkValue(key: string, value: string | number, menu: Menu | undefined): string | undefined {
  if (TIME_KEY.test(key) && !parseDay(value)) return `"${value}" is no date: write it as 2026-11-21`;
  const code = String(value);
  const isUnknown = key === 'columnCode' && menu && !nodeByCode(menu, code);
  // The home page does not offer a form that is not in the menu.
  return isUnknown && sectionKind(code) !== 'application'
    ? `no menu item has the code "${value}"`
    : undefined;
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

/** Returns the URLs of the folder's own files in a value, which is a URL or HTML. */
function urlsIn(key: string, value: string): string[] {
  const urls: string[] = [];
  const note = (url: string): string => {
    urls.push(url);
    return url;
  };
  const noteFile = (url: string): string => (url.startsWith('/files/') ? note(url) : url);
  if (ASSET_KEY.test(key)) note(value);
  else if (!value.includes('<')) noteFile(value);
  else
    cleanHtml(value, {
      assetHref: note,
      linkHref: noteFile,
      mediaText: () => '',
      pictureText: '',
      tableLabel: '',
    });
  return urls.filter((url) => !ELSEWHERE.test(url));
}

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
    .map(({ code }) => ({ code, file: commonFile(language, code) }))
    .filter(({ file }) => !existsSync(path.join(root, file)))
    .map(
      ({ code, file }) =>
        `${language}/menu.json, ${code}: no content: neither ${file} nor an article with this columnCode`,
    );
}

function unusedFiles(names: readonly string[], menu: Menu): string[] {
  const codes = [INTRO, ...[...menu.byKey.values()].map(({ code }) => code)];
  const isCommon = (name: string) => path.dirname(name) === `${menu.language}/common`;
  const common = new Set(codes.map((code) => commonFile(menu.language, code)));
  return names
    .filter((name) => name.endsWith('.json') && (isCommon(name) ? !common.has(name) : !isContentFile(name)))
    .map(
      (name) =>
        `${name}: ${isCommon(name) ? 'no menu item has this code' : 'the site reads no file of this name'}`,
    );
}
