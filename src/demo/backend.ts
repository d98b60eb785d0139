import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { paths } from '../backend/paths.ts';
import { languages } from '../i18n/languages.ts';
import { failures } from '../lib/failures.ts';
import { backendSections } from '../sections/index.ts';
import { createArticleShelf } from './article-shelf.ts';
import {
  type Articles,
  articlePage,
  findArticles,
  inColumn,
  readArticles,
  wholeArticle,
} from './articles.ts';
import { commonFile } from './check-file.ts';
import { createFolder, type Folder } from './folder.ts';

/** Only the site's own processes use the embedded backend. */
const LOOPBACK = '127.0.0.1';
const DEFAULT_PAGE_SIZE = 10;

type Call = {
  folder: Folder;
  language: string;
  query: URLSearchParams;
  articles: () => Promise<Articles>;
};
type Handler = (call: Call) => Promise<unknown>;

const file =
  (name: string): Handler =>
  ({ folder, language }) =>
    folder.json(`${language}/${name}.json`);

const listPage = (query: URLSearchParams): [number, number] => [
  Number(query.get('pageNo') ?? 1),
  Number(query.get('pageSize') ?? DEFAULT_PAGE_SIZE),
];

/** Handlers of the contract's paths. */
const handlers: Record<string, Handler> = {
  ...Object.fromEntries(Object.values(backendSections).map((section) => [section.path, file(section.file)])),
  [paths.menu]: file('menu'),
  [paths.group]: file('group'),
  [paths.common]: async ({ folder, language, query }) =>
    (await folder.jsonIfAny(commonFile(language, query.get('componentCode') ?? ''))) ?? [],
  [paths.home]: file('home'),
  [paths.homeComponents]: async (call) => {
    const list = (await file('home-components')(call)) as unknown[];
    return { list, total: list.length };
  },
  [paths.articles]: async ({ articles, query }) =>
    articlePage(inColumn(await articles(), query.get('columnCode')), ...listPage(query)),
  [paths.article]: async ({ folder, articles, query }) =>
    wholeArticle(folder, await articles(), query.get('id')),
  [paths.search]: async ({ articles, query }) =>
    articlePage(await findArticles(await articles(), query.get('keyword') ?? ''), ...listPage(query)),
  [paths.reports]: async (call) => {
    const reports = (await file(backendSections.reports.file)(call)) as ({ fileUrl?: string } | null)[];
    const { assetSize } = call.folder;
    return Promise.all(
      reports.map(async (report) => ({ fileSize: await assetSize(report?.fileUrl ?? ''), ...report })),
    );
  },
  [paths.declare]: file('declare'),
};

/** Reports an unreadable file in the envelope: the site logs it and serves its last good copy. */
const failed: ErrorRequestHandler = (error: Error, _request, response, _next) => {
  response.json({ code: failures.internal.status, data: null, msg: error.message });
};

/**
 * The embedded backend: serves the contract on loopback from a folder with `zh/`, `en/` and `files/`. Resolves when it has read the
 * articles and listens. `onMistake` is called once for each mistake in a state of a file.
 */
export async function startDemoBackend(
  contentDir: string,
  onMistake?: (mistake: string) => void,
): Promise<{ url: string; close: () => void }> {
  const folder = createFolder(contentDir, onMistake);
  const shelf = createArticleShelf((language) => readArticles(folder, language));
  const app = express();
  app.disable('x-powered-by');
  // The site's client sends no conditional requests: no hash is needed.
  app.disable('etag');
  app.use('/files', express.static(path.join(contentDir, 'files'), { index: false, redirect: false }));
  for (const [route, handler] of Object.entries(handlers)) {
    app.get(route, async (request, response) => {
      const language = request.get('Accept-Language')?.startsWith('en') ? 'en' : 'zh';
      const query = new URL(request.url, `http://${LOOPBACK}`).searchParams;
      const data = await handler({ folder, language, query, articles: () => shelf(language) });
      if (data === undefined) response.json({ code: failures.notFound.status, data: null, msg: 'not found' });
      else response.json({ code: 0, data, msg: '' });
    });
  }
  app.use(failed);
  // Requests for unreadable content report the failure.
  await Promise.allSettled(languages.map(shelf));
  const server = app.listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${LOOPBACK}:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
