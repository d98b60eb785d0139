import type { IncomingMessage, RequestListener } from 'node:http';
import { withQuery } from '../../content/urls.ts';
import type { Services } from '../../services.ts';
import { hasChosenEnglish } from '../middleware/language.ts';
import { countRequest } from '../middleware/request-log.ts';
import { hasWrongHost, pathOfTarget } from '../middleware/request-url.ts';
import { type CachedResponse, sendCached } from './cached-response.ts';

type ListenerDependencies = Pick<Services, 'pages' | 'builtAssets' | 'config' | 'log' | 'metrics'>;

/** Serves from the response cache and counts the request. The app handles all other requests. */
export function createListener(services: ListenerDependencies, app: RequestListener): RequestListener {
  const { pages, builtAssets, config, log, metrics } = services;
  const isDebug = log.isLevelEnabled('debug');
  return (request, response) => {
    const { method } = request;
    const url = pathOfTarget(request.url);
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
