import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import { negotiateEncoding, type Variants } from './variants.ts';

/** A response of the cache; `storedAt` is the time of its oldest content. */
export type CachedResponse = { variants: Variants; storedAt?: number };

/** Age in seconds of the oldest backend response that a page contains. */
export const AGE_HEADER = 'X-Content-Age';

export const contentAge = (storedAt: number): string =>
  `${Math.max(0, Math.floor((Date.now() - storedAt) / 1000))}`;

const NOT_FOR_304 = new Set(['Content-Length', 'Content-Encoding', 'Content-Type']);

/** Sends a cached response: 304 if the client has it, only the headers for HEAD. */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  { variants, storedAt }: CachedResponse,
): void {
  const { headers } = request;
  const variant = variants.get(negotiateEncoding(headers['accept-encoding'] as string | undefined));
  const age = storedAt === undefined ? [] : [AGE_HEADER, contentAge(storedAt)];
  const allHeaders = [...variant.headers, ...age];
  if (fresh(headers, variant)) {
    response.writeHead(304, withoutBody(allHeaders)).end();
    return;
  }
  response.writeHead(200, allHeaders);
  if (request.method === 'HEAD') response.end();
  else response.end(variant.body);
}

const withoutBody = (headers: readonly string[]): string[] =>
  headers.filter((_part, index) => !NOT_FOR_304.has(headers[index - (index % 2)] ?? ''));
