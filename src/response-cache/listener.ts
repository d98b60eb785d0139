import type { RequestListener } from 'node:http';
import { withQuery } from '../content/query.ts';
import { hasWrongHost, pathOfTarget } from '../http/middleware/host.ts';
import { countRequest } from '../metrics/requests.ts';
import type { Services } from '../services.ts';
import { answerWith, type CachedAnswer } from './cached-response.ts';

/** The home page depends on the chosen language, so this request goes to the app. */
const CHOSEN_ENGLISH = /(?:^|;\s*)lang=en(?:;|$)/u;

type ListenerDependencies = Pick<Services, 'pages' | 'builtAssets' | 'log' | 'metrics'>;

/** Answers from the response cache, and counts it; the app answers everything else. */
export function createListener(services: ListenerDependencies, app: RequestListener): RequestListener {
  const { pages, builtAssets, log, metrics } = services;
  const isDebugged = log.isLevelEnabled('debug');
  return (request, response) => {
    const { method } = request;
    const url = pathOfTarget(request.url);
    request.url = url;
    if ((method !== 'GET' && method !== 'HEAD') || hasWrongHost(request)) return app(request, response);
    const ready = builtAssets.get(url) ?? pageOf(url, request.headers.cookie);
    if (!ready) return app(request, response);
    answerWith(request, response, ready);
    countRequest(metrics.requests, ready.variants.kind, request, response.statusCode);
    if (isDebugged) log.debug({ method, path: url.split('?')[0], status: response.statusCode }, 'hit');
  };

  function pageOf(url: string, cookie: string | undefined): CachedAnswer | undefined {
    const address = pageAddress(url);
    if (address === undefined || (address === '/' && cookie !== undefined && CHOSEN_ENGLISH.test(cookie)))
      return undefined;
    return pages.get(address);
  }
}

/**
 * The address that a request's page is kept under: its path with the parameters that pages listen to. Nothing where the
 * request wants more than a page (`lang` is a choice of language).
 */
export function pageAddress(target: string): string | undefined {
  const at = target.indexOf('?');
  if (at < 0) return target;
  const path = target.slice(0, at);
  const query = new URLSearchParams(target.slice(at));
  if (query.has('lang')) return undefined;
  const [page, ...more] = query.getAll('page');
  if (more.length > 0) return undefined;
  // Without a page to turn, `go` only says where to scroll.
  if (page === undefined || page === '1') return path;
  return withQuery(path, { go: query.get('go') ?? undefined, page });
}
