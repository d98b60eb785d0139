import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { paths } from '../../src/backend/paths.ts';
import { backendSections } from '../../src/sections/index.ts';
import type { FakeArticle } from './fake-articles.ts';
import { type FakeContent, type FakeLanguage, fakeContent } from './fake-content.ts';
import { fakeFiles } from './fake-files.ts';
import { listen } from './listen.ts';
import { backendKinds } from './section-pages.ts';

/** No answer outlives its request, so that a page shows what the backend says now. */
export const NOTHING_KEPT = { CONTENT_FRESH_S: '0', CONTENT_STALE_S: '0' };

export const PATHS = paths;

export type Question = {
  path: string;
  language: FakeLanguage;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
};

/** What the fake does instead of its usual answer. */
export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
  /** Never answers. */
  hang?: boolean;
  /** Cuts the connection. */
  destroy?: boolean;
  /** Writes the answer itself. */
  write?: (response: ServerResponse) => void;
};

/** Nothing: the usual answer. */
type Override = (question: Question) => Reply | undefined;
/** The same for every path; told what the answer would be. */
type Misbehaviour = (question: Question, usual: Reply) => Reply;

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

const answers: Record<string, (content: FakeContent, query: URLSearchParams) => unknown> = {
  ...Object.fromEntries(
    backendKinds.map((kind) => [backendSections[kind].path, (content: FakeContent) => content[kind]]),
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

/** A content backend that speaks the contract and can be told to misbehave, a path at a time. */
export async function startFakeBackend() {
  const overrides = new Map<string, Override>();
  const questions: Question[] = [];
  let isDown = false;
  let misbehaviour: Misbehaviour = (_question, usual) => usual;

  const server = createServer((request, response) => {
    const question = read(request);
    questions.push(question);
    const usual = () => misbehaviour(question, reply(question, request.headers.range));
    void send(isDown ? { destroy: true } : usual(), response);
  });
  const { origin: url, close } = await listen(server);
  const content = { zh: fakeContent('zh', url), en: fakeContent('en', url) };

  function reply(question: Question, range?: string): Reply {
    const own = overrides.get(question.path)?.(question);
    if (own) return own;
    if (question.path.startsWith('/assets/')) return file(question.path, range);
    const answer = answers[question.path]?.(content[question.language], question.query);
    return answer === undefined ? code(404) : data(answer);
  }

  const asked = (path?: string, language?: FakeLanguage): Question[] =>
    questions.filter((one) => (!path || one.path === path) && (!language || one.language === language));

  return {
    url,
    content,
    asked,
    /** How often a path was asked, in a language where one is given. */
    calls: (path: string, language?: FakeLanguage): number => asked(path, language).length,
    /** The headers of the last question to a path. */
    lastHeaders: (path: string): IncomingHttpHeaders => asked(path).at(-1)?.headers ?? {},
    forgetCalls: () => questions.splice(0),
    override: (path: string, answer: Override | Reply) => {
      overrides.set(path, typeof answer === 'function' ? answer : () => answer);
    },
    /** What becomes of every answer, until told otherwise. */
    misbehave: (how: Misbehaviour) => {
      misbehaviour = how;
    },
    restore: (path?: string) => (path ? overrides.delete(path) : overrides.clear()),
    /** Every connection is cut, until it is up again. */
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

function read({ url = '/', headers }: IncomingMessage): Question {
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
