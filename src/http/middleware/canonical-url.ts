import type { Request, RequestHandler, Response } from 'express';
import { buildPath } from '../../content/links.ts';
import { payloadPath } from '../../content/urls.ts';
import type { ParsedUrl } from './request-url.ts';

export const requestedPath = (path: string, { isPayload }: ParsedUrl): string =>
  isPayload ? payloadPath(path) : path;

/** Redirects `/zh/…` to the URL without the prefix, and a percent-encoded prefix (`/%65n/…`) to `/en/…`. */
export const redirectPrefix: RequestHandler = (request, response, next) => {
  const { parsedUrl } = request;
  const { language, prefix, segments, hasTrailingSlash, search } = parsedUrl;
  if (prefix.toLowerCase() !== 'zh' && request.path.startsWith(`/${prefix}`)) return next();
  const slash = hasTrailingSlash && segments.length > 0 ? '/' : '';
  response.redirect(308, `${requestedPath(buildPath(segments, language), parsedUrl)}${slash}${search}`);
};

/** Headers of a redirect that depends on content. */
export const REVALIDATED = { 'Cache-Control': 'no-cache' };

/**
 * Redirects to the canonical URL if the request has a trailing slash or another case. Returns whether it redirected. Percent
 * escapes are not compared, because proxies rewrite them and a redirect could loop.
 */
export function redirectToCanonical(path: string, request: Request, response: Response): boolean {
  const { language, prefix, segments, hasTrailingSlash, search } = request.parsedUrl;
  const isPrefixExact = prefix === prefix.toLowerCase();
  if (buildPath(segments, language) === path && isPrefixExact && !hasTrailingSlash) return false;
  response.set(REVALIDATED).redirect(308, `${requestedPath(path, request.parsedUrl)}${search}`);
  return true;
}
