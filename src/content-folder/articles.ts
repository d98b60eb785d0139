import type { Article } from '../backend/schemas.ts';
import { normaliseCode } from '../content/menu/slug.ts';
import { createTextMatcher, parseQuery } from '../content/search/search-query.ts';
import { searchableText } from '../content/search/words.ts';
import { textOfHtml } from '../content/text/rich-text.ts';
import { newerFirst } from '../content/time.ts';
import { mapInTurns } from '../lib/async.ts';
import type { Folder } from './folder.ts';

/** The articles of a language, indexed by id and column. */
export type Articles = {
  /** Sorted from the newest, as each column is. */
  all: Article[];
  byId: Map<string, Article>;
  byColumn: Map<string, Article[]>;
  /** Errors of unusable files by name, which is the id. */
  errors: Map<string, Error>;
};

const columnKey = ({ columnCode }: Article): string => normaliseCode(columnCode ?? '');

export async function readArticles(folder: Folder, language: string): Promise<Articles> {
  const { values, errors } = await folder.jsonFiles(`${language}/articles`);
  const all = (values as Article[]).sort((a, b) => newerFirst(a.publishTime, b.publishTime));
  return {
    all,
    // The newest of several with one id wins.
    byId: new Map(all.toReversed().map((article) => [article.id, article])),
    byColumn: Map.groupBy(all, columnKey),
    errors,
  };
}

export const inColumn = ({ byColumn }: Articles, columnCode: string): Article[] =>
  byColumn.get(normaliseCode(columnCode)) ?? [];

/** Articles that contain all words of the keyword: in the title, then in the summary, then anywhere. */
export async function findArticles({ all }: Articles, keyword: string): Promise<Article[]> {
  const holds = createTextMatcher(parseQuery(keyword));
  const ranks = await mapInTurns(all, (article) => searchTextsOf(article).findIndex(holds));
  return [0, 1, 2].flatMap((rank) => all.filter((_, at) => ranks[at] === rank));
}

/** Title, summary, and everything without tags. An edited article is a new object. */
const searchTexts = new WeakMap<Article, string[]>();

function searchTextsOf(article: Article): string[] {
  const known = searchTexts.get(article);
  if (known) return known;
  const parts = [article.title, article.summary ?? '', textOfHtml(article.content?.text ?? '')].map(
    searchableText,
  );
  const texts = [...parts.slice(0, 2), parts.join(' ')];
  searchTexts.set(article, texts);
  return texts;
}

/** One article with its neighbours in the column and the sizes of its attachments. */
export async function wholeArticle(folder: Folder, articles: Articles, id: string) {
  const article = articles.byId.get(id);
  const error = articles.errors.get(id);
  // Unlike a missing article, a broken one is served from the stale copy.
  if (error && !article) throw error;
  if (!article) return undefined;
  const column = inColumn(articles, article.columnCode ?? '');
  const at = column.indexOf(article);
  const attachments = await Promise.all(
    article.attachments.map(async (file) => ({
      ...file,
      size: (await folder.assetSize(file.url)) ?? file.size,
    })),
  );
  return {
    ...article,
    content: article.content?.text,
    attachments,
    previous: neighbour(column[at - 1]),
    next: neighbour(column[at + 1]),
  };
}

const neighbour = (article: Article | undefined) =>
  article ? { id: article.id, title: article.title } : null;

/** One page of a list, without texts and attachments. */
export function articlePage(articles: readonly Article[], pageNo: number, pageSize: number) {
  const list = articles.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  return {
    total: articles.length,
    list: list.map(({ content: _content, attachments: _files, ...summary }) => summary),
  };
}
