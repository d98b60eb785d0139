import type { IncomingMessage, RequestListener } from 'node:http';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { type Cache, type PageDependencies, RETRY_DELAY_MS } from '../../content/backend/cache.ts';
import { withQuery } from '../../content/urls.ts';
import type { Language } from '../../i18n/languages.ts';
import { hasChosenEnglish } from '../middleware/language.ts';
import { countRequest, type RequestKind, type RequestMetrics } from '../middleware/request-log.ts';
import { hasWrongHost, pathOfTarget } from '../middleware/request-url.ts';
import {
  type CachedResponse,
  createVariants,
  type HeaderList,
  sendCached,
  type Variants,
} from './cached-response.ts';

const MAX_PAGE_CACHE_BYTES = 128 * 1024 * 1024;

/** Maximum number of pages that wait to be recompressed. Further ones keep their compression. */
const MAX_WAITING = 1000;

type Page = {
  variants: Variants;
  versions: ReadonlyMap<string, string>;
  storedAt: number | undefined;
  /** Time after which an incomplete page is rendered again, even if its content has not changed. */
  endsAt: number;
  isRecompressed: boolean;
};

/** `kind`: label of its requests in the metrics; `more`: additional headers. */
type PageFacts = { type: string; kind: RequestKind; language?: Language; more?: HeaderList };

type Options = {
  cache: Pick<Cache, 'state'>;
  freshMs: number;
  staleMs: number;
  headers: HeaderList;
  /** A larger page is not stored. */
  maxBytes?: number;
  now?: () => number;
};

/**
 * Caches rendered pages by their URLs. A page with stale content is served while the content is refreshed; a page whose content has
 * changed is dropped, and the next request renders it.
 */
export function createPageCache({
  cache,
  freshMs,
  staleMs,
  headers,
  maxBytes = MAX_PAGE_CACHE_BYTES,
  now = Date.now,
}: Options) {
  const pages = new LRUCache<string, Page>({
    maxSize: maxBytes,
    sizeCalculation: ({ variants }) => variants.maxBytes,
  });
  const common = [...headers, 'Cache-Control', cacheControl(freshMs, staleMs)];
  const recompressing = pLimit(1);

  /** Returns whether the content of a page is unchanged. Starts the refresh of stale content. */
  function isCurrent(page: Page): boolean {
    let storedAt = Number.POSITIVE_INFINITY;
    for (const [key, version] of page.versions) {
      const state = cache.state(key);
      if (state?.version !== version) return false;
      storedAt = Math.min(storedAt, state.storedAt);
    }
    if (storedAt < Number.POSITIVE_INFINITY) page.storedAt = storedAt;
    return now() < page.endsAt;
  }

  function recompressLater(page: Page): void {
    if (page.isRecompressed || recompressing.pendingCount >= MAX_WAITING) return;
    page.isRecompressed = true;
    // If it fails, the page keeps its compression.
    recompressing(() => page.variants.recompress()).catch(() => undefined);
  }

  return {
    /** Returns the page to serve, or undefined if it must be rendered. */
    get(url: string): CachedResponse | undefined {
      const page = pages.get(url);
      if (page === undefined) return undefined;
      if (!isCurrent(page)) return void pages.delete(url);
      recompressLater(page);
      return page;
    },

    store(
      url: string,
      body: string,
      { type, kind, language, more = [] }: PageFacts,
      dependencies: PageDependencies,
    ): CachedResponse {
      // Only `/` reads a cookie, because it may redirect visitors who chose English.
      const vary = url === '/' ? 'Accept-Encoding, Cookie' : 'Accept-Encoding';
      const languageHeader = language ? ['Content-Language', language] : [];
      const own = [...common, ...more, 'Content-Type', type, ...languageHeader, 'Vary', vary];
      const retryAt = now() + Math.min(freshMs, RETRY_DELAY_MS);
      const page = {
        variants: createVariants(Buffer.from(body), own, kind),
        versions: new Map(dependencies.versions),
        storedAt: dependencies.storedAt,
        endsAt: dependencies.isComplete ? Number.POSITIVE_INFINITY : retryAt,
        isRecompressed: false,
      };
      pages.set(url, page);
      return page;
    },
  };
}

/** Browsers revalidate each time. A shared cache may serve a stale page while it revalidates, or if that fails. */
const cacheControl = (freshMs: number, staleMs: number): string =>
  `public, max-age=0, s-maxage=${freshMs / 1000}, stale-while-revalidate=${freshMs / 1000}, stale-if-error=${staleMs / 1000}`;

export type PageCache = ReturnType<typeof createPageCache>;

type ListenerServices = {
  pages: Pick<PageCache, 'get'>;
  builtAssets: ReadonlyMap<string, CachedResponse>;
  config: { siteUrl: string };
  log: Pick<Logger, 'debug' | 'isLevelEnabled'>;
  metrics: Pick<RequestMetrics, 'requests'>;
};

/** Serves from the response cache and counts the request. The app handles all other requests. */
export function createListener(services: ListenerServices, app: RequestListener): RequestListener {
  const { pages, builtAssets, config, log, metrics } = services;
  const isDebug = log.isLevelEnabled('debug');
  return (request, response) => {
    const { method } = request;
    const url = pathOfTarget(request.url);
    // Express parses an absolute URL with `url.parse`, which may throw.
    request.url = url;
    if ((method !== 'GET' && method !== 'HEAD') || hasWrongHost(request)) return app(request, response);
    const cached = builtAssets.get(url) ?? pageOf(url, request);
    if (!cached) return app(request, response);
    sendCached(request, response, cached);
    countRequest(metrics.requests, cached.variants.kind, request, response.statusCode);
    if (isDebug) log.debug({ method, path: url.split('?')[0], status: response.statusCode }, 'hit');
  };

  function pageOf(url: string, request: IncomingMessage): CachedResponse | undefined {
    const key = pageKey(url);
    // The app may redirect a visitor who chose English to `/en`.
    const isForApp = key === undefined || (key === '/' && hasChosenEnglish(request, config.siteUrl));
    return isForApp ? undefined : pages.get(key);
  }
}

/**
 * Returns the cache key of a request: its path with the parameters that pages read. Returns undefined if the app must handle it
 * (`?lang=`).
 */
export function pageKey(target: string): string | undefined {
  const at = target.indexOf('?');
  if (at < 0) return target;
  const path = target.slice(0, at);
  const query = new URLSearchParams(target.slice(at));
  if (query.has('lang')) return undefined;
  const [page, ...more] = query.getAll('page');
  if (more.length > 0) return undefined;
  // On the first page of a list, `go` only scrolls.
  if (page === undefined || page === '1') return path;
  return withQuery(path, { go: query.get('go') ?? undefined, page });
}
