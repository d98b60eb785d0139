import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../src/content/backend/client.ts';
import type { FakeArticle } from './fake-articles.ts';
import { type FakeContent, type FakeLanguage, fakeContent } from './fake-content.ts';
import { fakeFiles } from './fake-files.ts';
import { listen } from './listen.ts';
import { backendKinds, sectionPaths } from './section-pages.ts';

/** Disables the content cache, so that each page shows the current responses of the backend. */
export const NO_CONTENT_CACHE = { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' };

/** All paths of the contract. */
export const PATHS = { ...paths, ...sectionPaths };

export type BackendRequest = {
  path: string;
  language: FakeLanguage;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
};

/** Replaces the usual response. */
export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
  /** Never responds. */
  hang?: boolean;
  /** Closes the connection without a response. */
  destroy?: boolean;
  /** Writes the response itself. */
  write?: (response: ServerResponse) => void;
};

/** Returns undefined for the usual response. */
type Override = (request: BackendRequest) => Reply | undefined;

const json = (value: unknown): Reply => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
export const data = (value: unknown): Reply => json({ code: 0, data: value, msg: '' });
export const code = (number: unknown, msg = 'said the backend'): Reply =>
  json({ code: number, data: null, msg });

function page(list: readonly unknown[], query: URLSearchParams) {
  const [number, size] = [Number(query.get('pageNo')), Number(query.get('pageSize'))];
  return { list: list.slice((number - 1) * size, number * size), total: list.length };
}

const sameCode = (a: string, b: string): boolean => a.replace(/\s+/gu, ' ') === b.replace(/\s+/gu, ' ');

const summaryOf = ({ content: _, attachments: _files, author: _author, ...summary }: FakeArticle): object =>
  summary;

function find({ articles }: FakeContent, keyword: string): object[] {
  return articles
    .filter(({ title, content }) => `${title} ${content}`.toLowerCase().includes(keyword.toLowerCase()))
    .map(summaryOf);
}

const responders: Record<string, (content: FakeContent, query: URLSearchParams) => unknown> = {
  ...Object.fromEntries(
    backendKinds.map((kind) => [sectionPaths[kind], (content: FakeContent) => content[kind]]),
  ),
  [PATHS.menu]: ({ menu }) => menu,
  [PATHS.group]: ({ group }, query) => (query.get('code') === 'group' ? group : undefined),
  [PATHS.common]: ({ common }, query) => common[query.get('componentCode') ?? ''] ?? [],
  [PATHS.home]: ({ home }) => home,
  [PATHS.homeComponents]: ({ homeComponents }) => homeComponents,
  [PATHS.articles]: ({ articles }, query) => {
    const column = query.get('columnCode') ?? '';
    return page(articles.filter(({ columnCode = '' }) => sameCode(columnCode, column)).map(summaryOf), query);
  },
  [PATHS.article]: ({ articles }, query) => articles.find(({ id }) => String(id) === query.get('id')),
  [PATHS.search]: (content, query) => page(find(content, query.get('keyword') ?? ''), query),
  [PATHS.declare]: ({ declare }) => declare,
};

/** Starts a content backend whose responses can be replaced, by path or for all paths. */
export async function startFakeBackend() {
  const overrides = new Map<string, Override>();
  const received: BackendRequest[] = [];
  let isDown = false;

  const server = createServer((incoming, response) => {
    const request = read(incoming);
    received.push(request);
    void send(isDown ? { destroy: true } : reply(request), response);
  });
  const { origin: url, close } = await listen(server);
  const content = { zh: fakeContent('zh', url), en: fakeContent('en', url) };

  function reply(request: BackendRequest): Reply {
    const own = overrides.get(request.path)?.(request);
    if (own) return own;
    if (request.path.startsWith('/assets/')) return file(request.path, request.headers.range);
    const answer = responders[request.path]?.(content[request.language], request.query);
    return answer === undefined ? code(404) : data(answer);
  }

  const requests = (path?: string, language?: FakeLanguage): BackendRequest[] =>
    received.filter((one) => (!path || one.path === path) && (!language || one.language === language));

  return {
    url,
    content,
    requests,
    /** Returns the number of requests to a path, optionally in one language. */
    calls: (path: string, language?: FakeLanguage): number => requests(path, language).length,
    /** Returns the headers of the last request to a path. */
    lastHeaders: (path: string): IncomingHttpHeaders => requests(path).at(-1)?.headers ?? {},
    clearRequests: () => received.splice(0),
    override: (path: string, answer: Override | Reply) => {
      overrides.set(path, typeof answer === 'function' ? answer : () => answer);
    },
    restore: (path?: string) => (path ? overrides.delete(path) : overrides.clear()),
    /** Closes every connection until `comeUp`. */
    goDown: () => {
      isDown = true;
    },
    comeUp: () => {
      isDown = false;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

export type FakeBackend = Awaited<ReturnType<typeof startFakeBackend>>;

function read({ url = '/', headers }: IncomingMessage): BackendRequest {
  const { pathname, searchParams } = new URL(url, 'http://fake.example');
  return {
    path: pathname,
    query: searchParams,
    headers,
    language: headers['accept-language'] === 'en' ? 'en' : 'zh',
  };
}

async function send(
  { delayMs, hang, destroy, write, ...reply }: Reply,
  response: ServerResponse,
): Promise<void> {
  if (delayMs) await wait(delayMs);
  if (hang) return;
  if (destroy) {
    response.destroy();
    return;
  }
  if (write) return write(response);
  response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? '');
}

function file(path: string, range?: string): Reply {
  const found = fakeFiles[decodeURIComponent(path.split('/').at(-1) ?? '')];
  if (!found) return { status: 404, body: 'no such file' };
  const { type, body } = found;
  const headers = {
    'Content-Type': type,
    'Accept-Ranges': 'bytes',
    ETag: `"${body.length}"`,
    Server: 'secret-backend',
  };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/u.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined) {
    return { body, headers: { ...headers, 'Content-Length': `${body.length}` } };
  }
  if (Number(from) >= body.length)
    return { status: 416, headers: { 'Content-Range': `bytes */${body.length}` } };
  const part = body.subarray(Number(from), Number(to) + 1);
  const contentRange = `bytes ${from}-${to}/${body.length}`;
  return {
    status: 206,
    body: part,
    headers: { ...headers, 'Content-Length': `${part.length}`, 'Content-Range': contentRange },
  };
}
