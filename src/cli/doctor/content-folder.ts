import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { createParsers } from '../../backend/parsers.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { sectionKind } from '../../content/menu/sections.ts';
import { normaliseCode } from '../../content/menu/slug.ts';
import { readArticles } from '../../content-folder/articles.ts';
import { commonFile, isContentFile, unchanged } from '../../content-folder/check-file.ts';
import { createFolder, type Folder } from '../../content-folder/folder.ts';
import { describeMistakes, valuesIn } from '../../content-folder/json-positions.ts';
import { contentMistake, parseContent, readText } from '../../content-folder/read-content.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { backendSections } from '../../site/sections/index.ts';
import { checkReferences } from './content-references.ts';
import { error, ok, type Result, warning } from './finding.ts';

/** Maximum of mistakes that are printed. */
const MAX_MISTAKES = 1000;

const INTRO = 'intro';
const ALWAYS_NEEDED = ['menu', 'group', 'home', 'home-components'];

/** Checks every content file of both languages as the site reads it, and what the files say of each other. */
export async function checkContentDir(root: string): Promise<Result[]> {
  const results = new Map<string, Result>();
  const add = (line: string, level = error): void => {
    // A value that cannot be read is not reported a second time.
    const place = line.slice(0, line.indexOf(': '));
    if (!results.has(place)) results.set(place, level(line));
  };
  const folder = createFolder(root, add);
  const hasFile = async (url: string) => (await folder.assetSize(url)) !== undefined;
  let count = 0;
  for (const language of languages) {
    const names = namesIn(root, language);
    const ids = new Map<string, string>();
    const menu = await readMenu(folder, language);
    for (const name of [...(await neededNames(folder, language, menu)), ...names]) await read(folder, name);
    for (const name of names) {
      for (const line of await referenceMistakes(root, name, { menu, hasFile, ids })) add(line);
    }
    if (menu) {
      for (const line of await itemsWithoutContent(root, folder, menu)) add(line);
      for (const line of unusedNames(names, menu)) add(line, warning);
    }
    count += names.length;
  }
  const found = [...results.values()];
  if (found.length === 0) return [ok(`${count} files in ${root}`)];
  const left = found.length - MAX_MISTAKES;
  return left > 0 ? [...found.slice(0, MAX_MISTAKES), error(`${left} more mistakes`)] : found;
}

const namesIn = (root: string, language: Language): string[] =>
  globSync(`${language}/**/*.{json,html}`, { cwd: root })
    .map((name) => name.split(path.sep).join('/'))
    .sort();

/** The folder reports what is wrong. */
const read = (folder: Folder, name: string): Promise<unknown> =>
  name.endsWith('.json') ? folder.json(name).catch(() => undefined) : Promise.resolve();

async function readMenu(folder: Folder, language: Language): Promise<Menu | undefined> {
  const items = await read(folder, `${language}/menu.json`);
  return Array.isArray(items) ? createParsers(language, unchanged).menu(items, []) : undefined;
}

/** Files that the menu and the home page show, and those of every page. */
async function neededNames(folder: Folder, language: Language, menu: Menu | undefined): Promise<string[]> {
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

/** The folder has reported files that cannot be read. */
const referenceMistakes = (root: string, name: string, known: Parameters<typeof checkReferences>[2]) =>
  Promise.resolve()
    .then(() => checkReferences(name, readText(path.join(root, name), name), known))
    .catch((reason: unknown) => [contentMistake(reason, name)]);

/** Menu items that would be empty pages or sections. */
async function itemsWithoutContent(root: string, folder: Folder, menu: Menu): Promise<string[]> {
  const { language } = menu;
  const { byColumn } = await readArticles(folder, language);
  const empty = [...menu.byKey.values()].filter(
    ({ kind, code, children }) =>
      kind === 'common' &&
      children.length === 0 &&
      !byColumn.has(normaliseCode(code)) &&
      !existsSync(path.join(root, commonFile(language, code))),
  );
  const name = `${language}/menu.json`;
  const text = readText(path.join(root, name), name);
  const items = parseContent(text, name);
  const mistakes = empty.map(({ id, code }) => ({
    path: [...(valuesIn(items).find(([, value]) => isItem(value, id, code))?.[0] ?? []), 'code'],
    text: `${code} has no content: neither ${commonFile(language, code)} nor an article with this columnCode`,
  }));
  return describeMistakes(name, text, mistakes);
}

function isItem(value: unknown, id: string, code: string): boolean {
  const item = value as { id?: unknown; code?: unknown } | null;
  return String(item?.id) === id && item?.code === code;
}

function unusedNames(names: readonly string[], menu: Menu): string[] {
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
