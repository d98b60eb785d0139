import { type Reader, WHOLE_COLUMN } from '../backend/content.ts';
import type { ArticleSummary } from '../backend/shapes.ts';
import type { Menu, MenuNode } from '../content/menu.ts';

/** Pages of a column that are read for the sitemap: 5,000 articles. */
const MAX_PAGES = 50;

/** The menu items that show an article list: of no kind of their own, without children and without common data. */
async function columnsOf(reader: Reader, menu: Menu): Promise<MenuNode[]> {
  const leaves = [...menu.byKey.values()].filter(
    (node) => node.kind === 'common' && node.children.length === 0,
  );
  const isColumn = await Promise.all(
    leaves.map(async (node) => (await reader.common(node.code)).length === 0),
  );
  return leaves.filter((_, index) => isColumn[index]);
}

/** All articles of all columns, each with the code of the column it was found in. */
export async function allArticles(reader: Reader, menu: Menu): Promise<ArticleSummary[]> {
  const columns = await columnsOf(reader, menu);
  return (await Promise.all(columns.map((column) => wholeColumn(reader, column)))).flat();
}

async function wholeColumn(reader: Reader, column: MenuNode): Promise<ArticleSummary[]> {
  const first = await reader.articles(column.code, 1, WHOLE_COLUMN);
  const pages = Math.min(Math.ceil(first.total / WHOLE_COLUMN), MAX_PAGES);
  const rest = Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
    reader.articles(column.code, index + 2, WHOLE_COLUMN),
  );
  const lists = [first, ...(await Promise.all(rest))].flatMap(({ list }) => list);
  return lists.map((article) => ({ ...article, columnCode: article.columnCode ?? column.code }));
}

/** The newest articles of the columns that the menu has, newest first. */
export async function newestArticles(reader: Reader, menu: Menu, count: number): Promise<ArticleSummary[]> {
  const columns = await columnsOf(reader, menu);
  const lists = await Promise.all(
    columns.map(async ({ code }) => withColumn((await reader.articles(code)).list, code)),
  );
  return lists
    .flat()
    .sort((a, b) => (b.publishTime ?? '').localeCompare(a.publishTime ?? ''))
    .slice(0, count);
}

const withColumn = (list: ArticleSummary[], code: string) =>
  list.map((article) => ({ ...article, columnCode: article.columnCode ?? code }));
