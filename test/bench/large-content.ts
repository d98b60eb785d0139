import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '../../src/i18n/languages.ts';
import { copyContent } from '../support/demo-content.ts';

/** Menu items and articles in each language. */
export const MENU_ITEMS = 2000;
export const ARTICLES = 20_000;

const ROOTS = 8;
const CHILDREN = 15;
const FIRST_ITEM_ID = 10_000;

/** One column is far longer than the others. */
const LONG_COLUMN = 'Group News';
const IN_LONG_COLUMN = 2000;
const FIRST_ARTICLE_ID = 100_000;

/** Older than any demo article, so that the first page of a list is the same in both sites. */
const FIRST_DAY = Date.UTC(2005, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 5000;

type Item = { id: number; code: string; name: string; haveDetail: boolean; children?: Item[] };

/** Writes the demo content with a large menu and many articles into an empty folder. */
export async function writeLargeContent(folder: string): Promise<void> {
  await copyContent(folder);
  for (const language of languages) {
    const file = path.join(folder, language, 'menu.json');
    const menu: Item[] = JSON.parse(readFileSync(file, 'utf8'));
    const columns = enlargeMenu(menu, language);
    writeFileSync(file, JSON.stringify(menu, null, 2));
    writeArticles(path.join(folder, language, 'articles'), columns);
  }
}

const countOf = (items: readonly Item[]): number =>
  items.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0);

type Words = { code: (number: number) => string; name: Record<Language, (number: number) => string> };

const roots: Words = {
  code: (number) => `Regions ${number}`,
  name: { zh: (number) => `区域业务${number}`, en: (number) => `Regions ${number}` },
};
const branches: Words = {
  code: (number) => `Region ${number}`,
  name: { zh: (number) => `第${number}大区`, en: (number) => `Region ${number}` },
};
export const officeCode = (number: number): string => `Office ${number} News`;
const leaves: Words = {
  code: officeCode,
  name: { zh: (number) => `第${number}办事处动态`, en: (number) => `News of office ${number}` },
};

/** Adds items to the menu and returns the codes of the new columns. */
function enlargeMenu(menu: Item[], language: Language): string[] {
  let left = MENU_ITEMS - countOf(menu);
  const add = (siblings: Item[], words: Words): Item => {
    const number = left;
    left -= 1;
    const item = {
      id: FIRST_ITEM_ID + number,
      code: words.code(number),
      name: words.name[language](number),
      haveDetail: true,
      children: [],
    };
    siblings.push(item);
    return item;
  };
  while (menu.length < ROOTS) add(menu, roots);
  const parents: Item[] = [];
  for (const root of menu) {
    root.children ??= [];
    while (root.children.length < CHILDREN) parents.push(add(root.children, branches));
  }
  const codes: string[] = [];
  for (let at = 0; left > 0; at += 1) {
    const parent = parents[at % parents.length];
    if (!parent?.children) break;
    codes.push(add(parent.children, leaves).code);
  }
  return codes;
}

/** Repeats the demo articles, each with a number of its own. */
function writeArticles(folder: string, columns: readonly string[]): void {
  const models = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      article: JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
      html: readFileSync(path.join(folder, name.replace('.json', '.html')), 'utf8'),
    }));
  for (let at = 0; at < ARTICLES - models.length; at += 1) {
    const model = models[at % models.length];
    const id = FIRST_ARTICLE_ID + at;
    const article = {
      ...model?.article,
      id,
      title: `${model?.article.title} (${id})`,
      columnCode: at < IN_LONG_COLUMN ? LONG_COLUMN : columns[at % columns.length],
      publishTime: new Date(FIRST_DAY + (at % DAYS) * DAY_MS).toISOString().slice(0, 10),
      content: { $file: `${id}.html` },
    };
    writeFileSync(path.join(folder, `${id}.json`), JSON.stringify(article, null, 2));
    writeFileSync(path.join(folder, `${id}.html`), `${model?.html}<p>${id}</p>\n`);
  }
}
