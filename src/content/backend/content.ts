import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '../../i18n/languages.ts';
import { SiteError } from '../../lib/failures.ts';
import { menuToJson, type RecordProblem } from '../menu/menu.ts';
import { PAGE_SIZE } from '../paging.ts';
import { type Cache, PageDependencies } from './cache.ts';
import { type BackendPath, paths, type Query } from './client.ts';
import { createParsers, type Parsers, type Parsing } from './parsers.ts';
import type { Article, Fields, Sanitizer } from './schemas.ts';
import { type ContentRequest, createSources, type Parse, type SourceParts } from './sources.ts';

export function createDeadline(timeoutMs: number) {
  const expired = wait(timeoutMs, undefined, { ref: false });

  /** Settles like the promise, or rejects with a timeout error that names the source. */
  return <T>(promise: Promise<T>, source: string): Promise<T> => {
    const timeout = expired.then((): never => {
      throw new SiteError('timeout', {
        detail: `${source}: no response within the page's ${timeoutMs} ms (API_TIMEOUT_MS)`,
      });
    });
    return Promise.race([promise, timeout]);
  };
}

export type Deadline = ReturnType<typeof createDeadline>;

/** Page size that returns all home page blocks in one call. */
const MAX_HOME_COMPONENTS = 100;

type Send = <T>(
  path: BackendPath,
  query: Query,
  parse: Parse<T>,
  options?: Partial<ContentRequest<T>>,
) => Promise<T>;

/** Contract call that only one section makes. */
export type SectionCall<T> = {
  path: BackendPath;
  parse: (data: unknown, problems: RecordProblem[], fields: Fields) => Parsing<T>;
};

function createCalls(parsers: Parsers, send: Send) {
  const article = (id: string, options?: { allowMissing: boolean }): Promise<Article> =>
    // A visitor can request any id, and a backend may respond with another article.
    send(paths.article, { id }, parsers.article, { isStorable: (found) => found.id === id, ...options });

  return {
    menu: () => send(paths.menu, {}, parsers.menu, { toJson: menuToJson }),

    group: () => send(paths.group, { code: 'group' }, parsers.group),

    common: (componentCode: string) => send(paths.common, { componentCode }, parsers.common),

    home: () => send(paths.home, {}, parsers.home),

    homeComponents: () =>
      send(paths.homeComponents, { pageNo: 1, pageSize: MAX_HOME_COMPONENTS }, parsers.homeComponents),

    /** Returns one page of a column's articles. Sets the column code of articles without one. */
    articles: (columnCode: string, pageNo = 1, pageSize = PAGE_SIZE) =>
      send(paths.articles, { pageNo, pageSize, columnCode }, function* (data, problems) {
        const listing = yield* parsers.articles(data, problems);
        const list = listing.list.map((one) => ({ ...one, columnCode: one.columnCode ?? columnCode }));
        return { ...listing, list };
      }),

    article: (id: string) => article(id),

    /** Like `article`, but returns undefined if the backend does not have the article, and caches this result like any response. */
    articleIfAny: (id: string): Promise<Article | undefined> => article(id, { allowMissing: true }),

    search: (keyword: string, pageNo: number) =>
      send(paths.search, { keyword, pageNo, pageSize: PAGE_SIZE }, parsers.articles),

    read: <T>({ path, parse }: SectionCall<T>) =>
      send(path, {}, (data, problems) => parse(data, problems, parsers.fields)),

    intake: () => send(paths.declare, { componentCode: 'declare' }, parsers.intake),
  };
}

type ContentOptions = SourceParts & {
  cache: Cache;
  sanitizerFor: (language: Language) => Sanitizer;
  /** Total timeout of all calls of one reader. */
  timeoutMs: number;
};

/** Content calls of one page in one language. */
export type Reader = ReturnType<typeof createCalls> & {
  readonly language: Language;
  readonly dependencies: PageDependencies;
  /** Applies the page's deadline to another promise. */
  readonly deadline: Deadline;
  inLanguage: (other: Language) => Reader;
  withDeadline: (deadline: Deadline) => Reader;
};

/** Content calls for background work, which have no deadline and wait until a stale response is refreshed. */
export type BackgroundReader = ReturnType<typeof createCalls> & { readonly dependencies: PageDependencies };

/** Reads typed content from the cache. All calls of a reader, which serves one page, share one deadline. */
export function createContent({ cache, sanitizerFor, timeoutMs, ...parts }: ContentOptions) {
  const createSource = createSources(parts);
  const parsers = {
    zh: createParsers('zh', sanitizerFor('zh')),
    en: createParsers('en', sanitizerFor('en')),
  };

  const createReaderCalls = (
    language: Language,
    dependencies: PageDependencies,
    get: Cache['get'],
    deadline: Deadline = (response) => response,
  ) =>
    createCalls(parsers[language], (path, query, parse, options) => {
      const key = `${language} ${path} ${JSON.stringify(query)}`;
      const source = createSource({ key, path, query, language, parse, ...options });
      return deadline(dependencies.track(key, get(key, source)), path);
    });

  function reader(
    language: Language,
    deadline: Deadline = createDeadline(timeoutMs),
    dependencies = new PageDependencies(),
  ): Reader {
    const calls = createReaderCalls(language, dependencies, cache.get, deadline);
    return {
      ...calls,
      language,
      dependencies,
      deadline,
      inLanguage: (other) => reader(other, deadline, dependencies),
      withDeadline: (other) => reader(language, other, dependencies),
    };
  }

  function backgroundReader(language: Language): BackgroundReader {
    const dependencies = new PageDependencies();
    return { ...createReaderCalls(language, dependencies, cache.getRefreshed), dependencies };
  }

  return { reader, backgroundReader };
}

export type Content = ReturnType<typeof createContent>;
