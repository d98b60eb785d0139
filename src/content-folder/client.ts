import path from 'node:path';
import { type Client, createClient, parseResponse, paths, type Query } from '../content/backend/client.ts';
import type { Article } from '../content/backend/schemas.ts';
import { createTextMatcher, parseQuery, toSearchableText } from '../content/search/search-query.ts';
import { htmlToText } from '../content/text/rich-text.ts';
import { parseTimestamp } from '../content/time.ts';
import { normaliseCode } from '../content/urls.ts';
import type { Language } from '../i18n/languages.ts';
import { mapInTurns } from '../lib/async.ts';
import { SiteError } from '../lib/failures.ts';
import type { FindFile } from '../media/media-client.ts';
import { backendSections } from '../site/sections/definitions.ts';
import { commonFileName } from './check-file.ts';
import { type Folder, findFile, openContentFolder } from './folder.ts';

/** Reads a language's articles, newest first. */
export async function readFolderArticles(folder: Folder, language: string): Promise<Article[]> {
  const all = (await folder.usableFiles(`${language}/articles`)) as Article[];
  return all.reverse().sort((a, b) => timestampOf(b) - timestampOf(a));
}

export function articlesInColumn(all: readonly Article[], columnCode = ''): Article[] {
  const code = normaliseCode(columnCode);
  return all.filter((article) => normaliseCode(article.columnCode ?? '') === code);
}

const timestampOf = ({ publishTime }: Article): number =>
  publishTime === undefined ? Number.NEGATIVE_INFINITY : parseTimestamp(publishTime);

/** Finds articles that contain all words of the keyword: in the title, then in the summary, then anywhere. */
async function findArticles(all: readonly Article[], keyword: string): Promise<Article[]> {
  const matches = createTextMatcher(parseQuery(keyword, String));
  const ranks = await mapInTurns(all, (article) => readSearchTexts(article).findIndex(matches));
  return [0, 1, 2].flatMap((rank) => all.filter((_, at) => ranks[at] === rank));
}

/** Searchable title, summary and full text of each article. An edited article is a new object, so its entry is never stale. */
const searchTexts = new WeakMap<Article, string[]>();

function readSearchTexts(article: Article): string[] {
  const { title, summary = '', content } = article;
  const cached = searchTexts.get(article);
  if (cached) return cached;
  const all = [title, summary, htmlToText(content?.text ?? '')];
  const texts = [title, summary, all.join(' ')].map(toSearchableText);
  searchTexts.set(article, texts);
  return texts;
}

type Call = { folder: Folder; language: Language; query: Query };
type Handler = (call: Call) => Promise<unknown>;

/** Returns an article with its neighbours in the column and the sizes of its attachments. */
const readArticle: Handler = async ({ folder, language, query }) => {
  const id = String(query.id);
  const all = await readFolderArticles(folder, language);
  // If several have the same id, the newest wins.
  const article = all.find((one) => one.id === id);
  if (!article) {
    // Throws for a broken article, so that the cache serves its stale copy.
    await folder.jsonIfAny(`${language}/articles/${path.basename(id)}.json`);
    return undefined;
  }
  const column = articlesInColumn(all, article.columnCode);
  const at = column.indexOf(article);
  const neighbours = [column[at - 1], column[at + 1]];
  const [previous, next] = neighbours.map((one) => one && { id: one.id, title: one.title });
  const attachments = article.attachments.map((file) => ({
    ...file,
    size: folder.fileSize(file.url) ?? file.size,
  }));
  const { content } = article;
  return { ...article, content: content?.text, attachments, previous, next };
};

/** Creates a handler that returns one page of the articles from `choose`, without content and attachments. */
const createListHandler =
  (choose: (all: Article[], query: Query) => Article[] | Promise<Article[]>): Handler =>
  async ({ folder, language, query }) => {
    const chosen = await choose(await readFolderArticles(folder, language), query);
    const pageSize = Number(query.pageSize);
    const end = Number(query.pageNo) * pageSize;
    const list = chosen.slice(end - pageSize, end);
    return {
      total: chosen.length,
      list: list.map(({ content: _content, attachments: _files, ...summary }) => summary),
    };
  };

const createFileHandler =
  (name: string): Handler =>
  ({ folder, language }) =>
    folder.json(`${language}/${name}.json`);

const readReports = createFileHandler(backendSections.reports.file);

const handlers: Record<string, Handler> = {
  ...Object.fromEntries(
    Object.values(backendSections).map((section) => [section.path, createFileHandler(section.file)]),
  ),
  [paths.menu]: createFileHandler('menu'),
  [paths.group]: createFileHandler('group'),
  [paths.home]: createFileHandler('home'),
  [paths.declare]: createFileHandler('declare'),
  [paths.common]: async ({ folder, language, query }) =>
    (await folder.jsonIfAny(commonFileName(language, String(query.componentCode)))) ?? [],
  [paths.homeComponents]: async (call) => ({ list: await createFileHandler('home-components')(call) }),
  [paths.articles]: createListHandler((all, { columnCode }) => articlesInColumn(all, String(columnCode))),
  [paths.article]: readArticle,
  [paths.search]: createListHandler((all, { keyword }) => findArticles(all, String(keyword))),
  [backendSections.reports.path]: async (call) => {
    const reports = (await readReports(call)) as ({ fileUrl?: string } | null)[];
    return reports.map((report) => ({ fileSize: call.folder.fileSize(report?.fileUrl ?? ''), ...report }));
  },
};

/** Creates a client that responds like the backend. `onMistake` is called once for each mistake in a version of a file. */
export function createFolderClient(contentDir: string, onMistake?: (mistake: string) => void): Client {
  const folder = openContentFolder(contentDir, onMistake);
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

/** Returns the path of the configured content folder or the demo content. */
export const contentFolderPath = ({ contentDir, distDir }: Omit<Settings, 'api'>): string =>
  contentDir ?? path.join(distDir, '../src/content-folder/demo');

/** Creates the client of the backend, or of the content folder and its files if `API_BASE_URL` is unset. */
export function openContentSource(
  settings: Settings,
  onMistake?: (mistake: string) => void,
): { client: Client; findFile?: FindFile } {
  const { baseUrl, ...api } = settings.api;
  if (baseUrl !== undefined) return { client: createClient({ ...api, baseUrl }) };
  const folder = contentFolderPath(settings);
  return { client: createFolderClient(folder, onMistake), findFile: (url) => findFile(folder, url) };
}
