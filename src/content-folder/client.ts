import path from 'node:path';
import type { FindFile } from '../assets/asset-client.ts';
import { type Client, createClient, parseResponse, paths, type Query } from '../backend/client.ts';
import type { Language } from '../i18n/languages.ts';
import { Failure } from '../lib/failures.ts';
import { backendSections } from '../site/sections/index.ts';
import { articlePage, findArticles, inColumn, readArticles, wholeArticle } from './articles.ts';
import { commonFile } from './check-file.ts';
import { createFolder, type Folder, findFile } from './folder.ts';

const DEFAULT_PAGE_SIZE = 10;

type Call = { folder: Folder; language: Language; query: Query };
type Handler = (call: Call) => Promise<unknown>;

const file =
  (name: string): Handler =>
  ({ folder, language }) =>
    folder.json(`${language}/${name}.json`);

const listPage = ({ pageNo = 1, pageSize = DEFAULT_PAGE_SIZE }: Query): [number, number] => [
  Number(pageNo),
  Number(pageSize),
];

/** Handlers of the contract's paths. */
const handlers: Record<string, Handler> = {
  ...Object.fromEntries(Object.values(backendSections).map((section) => [section.path, file(section.file)])),
  [paths.menu]: file('menu'),
  [paths.group]: file('group'),
  [paths.common]: async ({ folder, language, query }) =>
    (await folder.jsonIfAny(commonFile(language, String(query.componentCode)))) ?? [],
  [paths.home]: file('home'),
  [paths.homeComponents]: async (call) => {
    const list = (await file('home-components')(call)) as unknown[];
    return { list, total: list.length };
  },
  [paths.articles]: async ({ folder, language, query }) =>
    articlePage(inColumn(await readArticles(folder, language), String(query.columnCode)), ...listPage(query)),
  [paths.article]: async ({ folder, language, query }) =>
    wholeArticle(folder, await readArticles(folder, language), String(query.id)),
  [paths.search]: async ({ folder, language, query }) =>
    articlePage(
      await findArticles(await readArticles(folder, language), String(query.keyword)),
      ...listPage(query),
    ),
  [backendSections.reports.path]: async (call) => {
    const reports = (await file(backendSections.reports.file)(call)) as ({ fileUrl?: string } | null)[];
    const { assetSize } = call.folder;
    return Promise.all(
      reports.map(async (report) => ({ fileSize: await assetSize(report?.fileUrl ?? ''), ...report })),
    );
  },
  [paths.declare]: file('declare'),
};

/**
 * Client of a content folder with `zh/`, `en/` and `files/`, which responds as the backend does. Files are read again when they have
 * changed. `onMistake` is called once for each mistake in a state of a file; a failure names the file.
 */
export function createFolderClient(contentDir: string, onMistake?: (mistake: string) => void): Client {
  const folder = createFolder(contentDir, onMistake);
  return {
    async get(path, query, language) {
      const data = await handlers[path]?.({ folder, language, query }).catch((cause: Error) => {
        throw new Failure('contentFile', { cause, detail: cause.message });
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

/** The content folder of the settings, or the demo content. */
export const contentFolder = ({ contentDir, distDir }: Omit<Settings, 'api'>): string =>
  contentDir ?? path.join(distDir, '../src/content-folder/demo');

/** Client of the backend, or of the content folder if `API_BASE_URL` is unset. The folder also has the files that content names. */
export function openContentSource(
  settings: Settings,
  onMistake?: (mistake: string) => void,
): { client: Client; findFile?: FindFile } {
  const { baseUrl, ...api } = settings.api;
  if (baseUrl !== undefined) return { client: createClient({ ...api, baseUrl }) };
  const folder = contentFolder(settings);
  return { client: createFolderClient(folder, onMistake), findFile: (url) => findFile(folder, url) };
}
