import type { Request, Response } from 'express';
import { encodePath } from '../content/links.ts';
import { addressOf, asAsked } from './middleware/address.ts';

/** Headers of a redirect that depends on content: it changes as soon as the content does. */
export const REVALIDATED = { 'Cache-Control': 'no-cache' };

/**
 * Redirects to the address as the site writes it where the request has a trailing slash or another case. Other ways to
 * write the same letters (percent escapes) are left alone: proxies rewrite them, and a redirect could loop.
 */
export function redirectedTo(path: string, request: Request, response: Response): boolean {
  const address = addressOf(request);
  const isPrefixExact = address.prefix === address.prefix.toLowerCase();
  const asked = encodePath(address.segments, address.language);
  if (asked === path && isPrefixExact && !address.hasTrailingSlash) return false;
  response.set(REVALIDATED).redirect(308, `${asAsked(path, address)}${address.search}`);
  return true;
}
