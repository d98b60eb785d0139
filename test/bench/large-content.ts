import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '../../src/i18n/languages.ts';
import { copyContent } from '../support/demo-content.ts';
import { inLanguage } from '../support/page-kinds.ts';
import { type Column, enlargeMenu } from './large-menu.ts';

/** Articles in each language. */
export const ARTICLES = 20_000;

/** One column is far longer than the others. */
const LONG_COLUMN: Column = { code: 'Group News', path: '/news/group-news' };
const IN_LONG_COLUMN = 2000;
const FIRST_ID = 100_000;

/** Older than any article of the demo group, so that the first page of a list shows the same in both sites. */
const FIRST_DAY = Date.UTC(2005, 0, 1);
const DAY_MS = 86_400_000;
const DAYS = 5000;

/** Writes the demo group's content grown large into an empty folder; gives addresses of articles that it has. */
export async function writeLargeContent(folder: string): Promise<string[]> {
  await copyContent(folder);
  return languages.flatMap((language) => {
    const own = path.join(folder, language);
    const file = path.join(own, 'menu.json');
    const { menu, columns } = enlargeMenu(JSON.parse(readFileSync(file, 'utf8')), language);
    writeFileSync(file, JSON.stringify(menu, null, 2));
    return writeArticles(path.join(own, 'articles'), columns).map((address) => inLanguage(language, address));
  });
}

/** Articles with the texts of the demo group's, over and over, each with words of its own. */
function writeArticles(folder: string, columns: readonly Column[]): string[] {
  const names = readdirSync(folder);
  const models = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      article: JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
      html: readFileSync(path.join(folder, name.replace('.json', '.html')), 'utf8'),
    }));
  return Array.from({ length: ARTICLES - models.length }, (_, at) => {
    const model = models[at % models.length];
    const column = at < IN_LONG_COLUMN ? LONG_COLUMN : (columns[at % columns.length] ?? LONG_COLUMN);
    const id = FIRST_ID + at;
    const article = {
      ...model?.article,
      id,
      title: `${model?.article.title} (${id})`,
      columnCode: column.code,
      publishTime: new Date(FIRST_DAY + (at % DAYS) * DAY_MS).toISOString().slice(0, 10),
      content: { $file: `${id}.html` },
    };
    writeFileSync(path.join(folder, `${id}.json`), JSON.stringify(article, null, 2));
    writeFileSync(path.join(folder, `${id}.html`), `${model?.html}<p>${id}</p>\n`);
    return `${column.path}/${id}`;
  });
}
