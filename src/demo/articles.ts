import { plainText } from '../content/rich-text.ts';
import { normaliseCode } from '../content/slug.ts';
import { readDay } from '../content/time.ts';
import type { Folder } from './folder.ts';

type Attachment = { name: string; url: string; size?: number };
export type DemoArticle = {
  id: string | number;
  title: string;
  summary?: string;
  publishTime?: string;
  columnCode?: string;
  content: string;
  attachments?: Attachment[];
};

/** All articles of a language, the newest first. */
export async function readArticles(folder: Folder, language: string): Promise<DemoArticle[]> {
  const articles = (await folder.jsonFiles(`${language}/articles`)) as DemoArticle[];
  return articles.sort((a, b) => (readDay(b.publishTime) ?? '').localeCompare(readDay(a.publishTime) ?? ''));
}

/** The articles of a column, or all where none is named. */
export const inColumn = (articles: DemoArticle[], columnCode: string | null): DemoArticle[] =>
  columnCode === null
    ? articles
    : articles.filter((article) => normaliseCode(article.columnCode ?? '') === normaliseCode(columnCode));

/** Articles that hold the keyword: those with it in the title first, then those with it in summary or text. */
export function findArticles(articles: DemoArticle[], keyword: string): DemoArticle[] {
  const wanted = keyword.toLowerCase();
  const holds = (text: string | undefined) => (text ?? '').toLowerCase().includes(wanted);
  const byTitle = articles.filter((article) => holds(article.title));
  const byBody = articles.filter((article) => holds(article.summary) || holds(plainText(article.content)));
  return [...new Set([...byTitle, ...byBody])];
}

/** One article with its neighbours in the column and the sizes of its attachments. */
export async function wholeArticle(folder: Folder, articles: DemoArticle[], id: string | null) {
  const article = articles.find((candidate) => String(candidate.id) === id);
  if (!article) return undefined;
  const column = inColumn(articles, article.columnCode ?? null);
  const at = column.indexOf(article);
  const attachments = await Promise.all(
    (article.attachments ?? []).map(async (file) => ({ ...file, size: await folder.assetSize(file.url) })),
  );
  return { ...article, attachments, previous: neighbour(column[at - 1]), next: neighbour(column[at + 1]) };
}

const neighbour = (article: DemoArticle | undefined) =>
  article ? { id: article.id, title: article.title } : null;

/** One page of a list, without the articles' texts. */
export function articlePage(articles: DemoArticle[], pageNo: number, pageSize: number) {
  const list = articles.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  return {
    total: articles.length,
    list: list.map(({ content: _content, attachments: _files, ...summary }) => summary),
  };
}
