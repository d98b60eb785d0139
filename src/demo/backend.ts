import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { paths } from '../backend/paths.ts';
import { slug } from '../content/menu/slug.ts';
import { languages } from '../i18n/languages.ts';
import { failures } from '../lib/failures.ts';
import { backendSections } from '../sections/index.ts';
import { createShelf } from './article-shelf.ts';
import {
  type Articles,
  articlePage,
  findArticles,
  inColumn,
  readArticles,
  wholeArticle,
} from './articles.ts';
import { createFolder, type Folder } from './folder.ts';

/** Loopback alone: the embedded backend is for the site's own workers. */
const LOOPBACK = '127.0.0.1';
const DEFAULT_PAGE_SIZE = 10;

/** How soon the articles of the other language are read, unless they are asked for before, in milliseconds. */
const NEXT_LANGUAGE_MS = 1000;

type Question = {
  folder: Folder;
  language: string;
  query: URLSearchParams;
  articles: () => Promise<Articles>;
};
type Answerer = (question: Question) => Promise<unknown>;

const file =
  (name: string, whenMissing?: unknown): Answerer =>
  async ({ folder, language }) =>
    (await folder.json(`${language}/${name}.json`)) ?? whenMissing;

const listPage = (query: URLSearchParams): [number, number] => [
  Number(query.get('pageNo') ?? 1),
  Number(query.get('pageSize') ?? DEFAULT_PAGE_SIZE),
];

/** A code that has no slug, one in Chinese say, names its file by its letters. */
const fileOfCode = (code: string): string => slug(code) || code.replace(/[^\p{L}\p{N}]/gu, '');

/** How each path of the contract is answered from the folder. */
const answerers: Record<string, Answerer> = {
  ...Object.fromEntries(
    Object.values(backendSections).map(({ path, file: name, withoutFile }) => [
      path,
      file(name, withoutFile),
    ]),
  ),
  [paths.menu]: file('menu', []),
  [paths.group]: file('group'),
  [paths.common]: (question) =>
    file(`common/${fileOfCode(question.query.get('componentCode') ?? '')}`, [])(question),
  [paths.home]: file('home'),
  [paths.homeComponents]: async (question) => {
    const list = (await file('home-components', [])(question)) as unknown[];
    return { list, total: list.length };
  },
  [paths.articles]: async ({ articles, query }) =>
    articlePage(inColumn(await articles(), query.get('columnCode')), ...listPage(query)),
  [paths.article]: async ({ folder, articles, query }) =>
    wholeArticle(folder, await articles(), query.get('id')),
  [paths.search]: async ({ articles, query }) =>
    articlePage(await findArticles(await articles(), query.get('keyword') ?? ''), ...listPage(query)),
  [paths.reports]: async (question) => {
    const reports = (await file('reports', [])(question)) as { fileUrl: string }[];
    const { assetSize } = question.folder;
    return Promise.all(
      reports.map(async (report) => ({ fileSize: await assetSize(report.fileUrl), ...report })),
    );
  },
  [paths.declare]: file('declare'),
};

/** A file that cannot be read or parsed: said in the envelope, so that the site logs it and serves what it had. */
const failed: ErrorRequestHandler = (error: Error, _request, response, _next) => {
  response.json({ code: failures.internal.status, data: null, msg: error.message });
};

/**
 * The embedded backend: the contract over loopback HTTP, from a folder with `zh/`, `en/` and `files/` that a person
 * can edit. Resolves when it has read the articles of the first language and listens; thousands of the other one are read before
 * a visitor waits for them, and do not hold up the start. `onProblem` is called once for each state of a file that cannot be read.
 */
export async function startDemoBackend(
  contentDir: string,
  onProblem?: (problem: Error) => void,
): Promise<{ url: string; close: () => void }> {
  const folder = createFolder(contentDir, onProblem);
  const shelf = createShelf((language) => readArticles(folder, language));
  const app = express();
  app.disable('x-powered-by');
  // The site's client asks for whole answers, and a hash of each takes time.
  app.disable('etag');
  app.use('/files', express.static(path.join(contentDir, 'files'), { index: false, redirect: false }));
  for (const [route, answerer] of Object.entries(answerers)) {
    app.get(route, async (request, response) => {
      const language = request.get('Accept-Language')?.startsWith('en') ? 'en' : 'zh';
      const query = new URL(request.url, `http://${LOOPBACK}`).searchParams;
      const data = await answerer({ folder, language, query, articles: () => shelf(language) });
      if (data === undefined) response.json({ code: failures.notFound.status, data: null, msg: 'not found' });
      else response.json({ code: 0, data, msg: '' });
    });
  }
  app.use(failed);
  // Each request for unreadable content gets the failure.
  const [first, ...others] = languages;
  await shelf(first).catch(() => undefined);
  const reading = setTimeout(() => void Promise.allSettled(others.map(shelf)), NEXT_LANGUAGE_MS).unref();
  const server = app.listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${LOOPBACK}:${port}`,
    close: () => {
      clearTimeout(reading);
      server.close();
      server.closeAllConnections();
    },
  };
}
