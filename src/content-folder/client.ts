import path from 'node:path';
import { type Client, createClient, parseResponse, paths, type Query } from '../content/backend/client.ts';
import type { Article } from '../content/backend/schemas.ts';
import { normaliseCode } from '../content/menu/slug.ts';
import { createTextMatcher, parseQuery, toSearchableText } from '../content/search/search-query.ts';
import { htmlToText } from '../content/text/rich-text.ts';
import { compareNewestFirst } from '../content/time.ts';
import type { Language } from '../i18n/languages.ts';
import { mapInTurns } from '../lib/async.ts';
import { SiteError } from '../lib/failures.ts';
import type { FindFile } from '../media/asset-client.ts';
import { backendSections } from '../site/sections/index.tsx';
import { commonFileName } from './check-file.ts';
import { type Folder, findFile, openFolder } from './folder.ts';

/** The articles of a language, indexed by id and column. */
export type Articles = {
  /** Sorted newest first, like each column. */
  all: Article[];
  byId: Map<string, Article>;
  byColumn: Map<string, Article[]>;
  /** Errors of unusable files by file name, which is the article's id. */
  errors: Map<string, Error>;
};

const columnKeyOf = ({ columnCode }: Article): string => normaliseCode(columnCode ?? '');

export async function readArticles(folder: Folder, language: string): Promise<Articles> {
  const { values, errors } = await folder.jsonFiles(`${language}/articles`);
  const all = (values as Article[]).sort((a, b) => compareNewestFirst(a.publishTime, b.publishTime));
  return {
    all,
    // If several have the same id, the newest wins.
    byId: new Map(all.toReversed().map((article) => [article.id, article])),
    byColumn: Map.groupBy(all, columnKeyOf),
    errors,
  };
}

export const articlesInColumn = ({ byColumn }: Articles, columnCode: string): Article[] =>
  byColumn.get(normaliseCode(columnCode)) ?? [];

/** Finds articles that contain all words of the keyword: in the title, then in the summary, then anywhere. */
export async function findArticles({ all }: Articles, keyword: string): Promise<Article[]> {
  const matches = createTextMatcher(parseQuery(keyword));
  const ranks = await mapInTurns(all, (article) => readSearchTexts(article).findIndex(matches));
  return [0, 1, 2].flatMap((rank) => all.filter((_, at) => ranks[at] === rank));
}

/** Searchable title, summary and full text of each article. An edited article is a new object, so its entry is never stale. */
const searchTexts = new WeakMap<Article, string[]>();

function readSearchTexts(article: Article): string[] {
  const known = searchTexts.get(article);
  if (known) return known;
  const { title, summary = '', content } = article;
  const all = [title, summary, htmlToText(content?.text ?? '')];
  const texts = [title, summary, all.join(' ')].map(toSearchableText);
  searchTexts.set(article, texts);
  return texts;
}

/** Returns an article with its neighbours in the column and the sizes of its attachments. */
export async function loadArticle({ assetSize }: Folder, articles: Articles, id: string) {
  const article = articles.byId.get(id);
  const error = articles.errors.get(id);
  // Throws for a broken article, so that the cache serves its stale copy.
  if (error && !article) throw error;
  if (!article) return undefined;
  const column = articlesInColumn(articles, article.columnCode ?? '');
  const at = column.indexOf(article);
  const attachments = await Promise.all(
    article.attachments.map(async (file) => ({ ...file, size: (await assetSize(file.url)) ?? file.size })),
  );
  const neighbours = [column[at - 1], column[at + 1]];
  const [previous, next] = neighbours.map((one) => one && { id: one.id, title: one.title });
  return { ...article, content: article.content?.text, attachments, previous, next };
}

/** Returns one page of a list, without texts and attachments. */
export function sliceArticles(articles: readonly Article[], pageNo: number, pageSize: number) {
  const list = articles.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  return {
    total: articles.length,
    list: list.map(({ content: _content, attachments: _files, ...summary }) => summary),
  };
}

const DEFAULT_PAGE_SIZE = 10;

type Call = { folder: Folder; language: Language; query: Query };
type Handler = (call: Call) => Promise<unknown>;

const createFileHandler =
  (name: string): Handler =>
  ({ folder, language }) =>
    folder.json(`${language}/${name}.json`);

/** Creates a handler that returns one page of the articles from `choose`. */
const createListHandler =
  (choose: (articles: Articles, query: Query) => Article[] | Promise<Article[]>): Handler =>
  async ({ folder, language, query }) => {
    const { pageNo = 1, pageSize = DEFAULT_PAGE_SIZE } = query;
    const articles = await choose(await readArticles(folder, language), query);
    return sliceArticles(articles, Number(pageNo), Number(pageSize));
  };

/** Handlers for the paths of the contract. */
const handlers: Record<string, Handler> = {
  ...Object.fromEntries(
    Object.values(backendSections).map((section) => [section.path, createFileHandler(section.file)]),
  ),
  [paths.menu]: createFileHandler('menu'),
  [paths.group]: createFileHandler('group'),
  [paths.common]: async ({ folder, language, query }) =>
    (await folder.jsonIfAny(commonFileName(language, String(query.componentCode)))) ?? [],
  [paths.home]: createFileHandler('home'),
  [paths.homeComponents]: async (call) => ({ list: await createFileHandler('home-components')(call) }),
  [paths.articles]: createListHandler((articles, { columnCode }) =>
    articlesInColumn(articles, String(columnCode)),
  ),
  [paths.article]: async ({ folder, language, query }) =>
    loadArticle(folder, await readArticles(folder, language), String(query.id)),
  [paths.search]: createListHandler((articles, { keyword }) => findArticles(articles, String(keyword))),
  [backendSections.reports.path]: async (call) => {
    const reports = (await createFileHandler(backendSections.reports.file)(call)) as ({
      fileUrl?: string;
    } | null)[];
    const { assetSize } = call.folder;
    return Promise.all(
      reports.map(async (report) => ({ fileSize: await assetSize(report?.fileUrl ?? ''), ...report })),
    );
  },
  [paths.declare]: createFileHandler('declare'),
};

/**
 * Creates a client that reads a content folder with `zh/`, `en/` and `files/` and responds like the backend. Changed files are
 * reread. `onMistake` is called once for each mistake in a version of a file; an error names the file.
 */
export function createFolderClient(contentDir: string, onMistake?: (mistake: string) => void): Client {
  const folder = openFolder(contentDir, onMistake);
  return {
    async get(path, query, language) {
      const data = await handlers[path]?.({ folder, language, query }).catch((cause: Error) => {
        throw new SiteError('contentFile', { cause, detail: cause.message });
      });
      return parseResponse(Buffer.from(JSON.stringify({ code: 0, data })), path);
    },
  };
}

type Settings = {
  api: { baseUrl?: string; headers: Record<string, string>; timeoutMs: number };
  contentDir?: string;
  distDir: string;
};

/** Returns the path of the configured content folder, or of the demo content. */
export const contentFolderPath = ({ contentDir, distDir }: Omit<Settings, 'api'>): string =>
  contentDir ?? path.join(distDir, '../src/content-folder/demo');

/**
 * Creates the client of the backend, or of the content folder if `API_BASE_URL` is unset. The folder also contains the files that
 * its content refers to.
 */
export function openContentSource(
  settings: Settings,
  onMistake?: (mistake: string) => void,
): { client: Client; findFile?: FindFile } {
  const { baseUrl, ...api } = settings.api;
  if (baseUrl !== undefined) return { client: createClient({ ...api, baseUrl }) };
  const folder = contentFolderPath(settings);
  return { client: createFolderClient(folder, onMistake), findFile: (url) => findFile(folder, url) };
}
