import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Counter } from 'prom-client';

/** Whether the browser prefetches. The header is a token with parameters, such as `prefetch;prerender`. */
export const isPrefetch = ({ 'sec-purpose': purpose }: IncomingHttpHeaders): boolean =>
  typeof purpose === 'string' && purpose.startsWith('prefetch');

/** `machine`: addresses that programs read; `moved`: legacy URLs; `error`: no route. */
export const requestKinds = [
  'home',
  'page',
  'article',
  'search',
  'form',
  'captcha',
  'file',
  'media',
  'asset',
  'machine',
  'moved',
  'error',
] as const;
export type RequestKind = (typeof requestKinds)[number];

export const methodClasses = ['read', 'prefetch', 'post', 'other'] as const;

type CountedRequest = Pick<IncomingMessage, 'method' | 'headers'>;

function methodClass({ method, headers }: CountedRequest): (typeof methodClasses)[number] {
  if (method === 'GET' || method === 'HEAD') return isPrefetch(headers) ? 'prefetch' : 'read';
  return method === 'POST' ? 'post' : 'other';
}

/** `status` is undefined if the client left before the response began. */
export function countRequest(
  requests: Counter<'kind' | 'method' | 'status'>,
  kind: RequestKind,
  request: CountedRequest,
  status: number | undefined,
): void {
  const statusClass = status === undefined ? 'cut' : `${Math.floor(status / 100)}xx`;
  requests.inc({ kind, method: methodClass(request), status: statusClass });
}
