import { STATUS_CODES } from 'node:http';
import type { ForwardSettings } from '../../../config/config.ts';
import { DAY_MS, SECOND_MS } from '../../../lib/days.ts';
import { classifyReceiverStatus } from '../../../lib/failures.ts';
import type { AttemptResult } from '../deliver-one.ts';

type ReceiverRequest = {
  method: 'POST' | 'HEAD';
  headers?: Record<string, string>;
  body?: BodyInit;
  signal: AbortSignal;
};

/**
 * Any other values would make `fetch` buffer the body for a redirect or a login
 * (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 */
const STREAMED = { duplex: 'half', redirect: 'error', window: null } as const;

/**
 * Sends one request to `FORWARD_URL` and never follows a redirect. Each request has its own connection, because a keep-alive
 * connection closed by the receiver would look like a failed receiver. Rejects if there is no response.
 */
export async function requestReceiver<Result>(
  { url, headers }: Pick<ForwardSettings, 'url' | 'headers'>,
  { headers: ownHeaders, signal, ...request }: ReceiverRequest,
  use: (response: Response) => Result | Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  const response = await fetch(url, {
    ...request,
    headers: mergeHeaders({ 'user-agent': 'Plinth' }, headers, ownHeaders, { connection: 'close' }),
    signal: AbortSignal.any([signal, done.signal]),
    ...(request.body ? STREAMED : { redirect: 'manual' }),
  });
  try {
    return await use(response);
  } finally {
    done.abort();
  }
}

/** Merges headers. Later ones replace earlier ones, whereas `fetch` would join two spellings of a name. */
function mergeHeaders(...all: (Record<string, string> | undefined)[]): Headers {
  const merged = new Headers();
  for (const headers of all)
    for (const [name, value] of Object.entries(headers ?? {})) merged.set(name, value);
  return merged;
}

/** Error message of `fetch` for a redirect with `redirect: 'error'`. */
const UNEXPECTED_REDIRECT = 'unexpected redirect';

const TEXTS: Record<string, string> = {
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  HTTPParserError: 'the response is not HTTP',
  TimeoutError: 'timed out',
};

/** Describes why `fetch` got no response, without the URL. */
export function connectionErrorText(error: unknown): string {
  const { code, name, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (message === UNEXPECTED_REDIRECT) return 'redirects are not followed';
  // Ignores the numeric code of a DOMException.
  const key = typeof code === 'string' ? code : name;
  return TEXTS[key] ?? key;
}

/**
 * Maps a response to the result of the attempt. Does not read the body, because a receiver may repeat personal data in it. Retries
 * after a success that came before the whole application was sent, because the receiver lacks files and the connection is closed.
 */
export function resultOf({ status, headers }: Response, isFullySent: boolean): AttemptResult {
  const reception = classifyReceiverStatus(status);
  const error = statusText(status);
  if (reception === 'taken') {
    if (isFullySent) return { result: 'delivered' };
    return { result: 'again', error: `${error} before it had received the whole application` };
  }
  if (reception === 'known') return { result: 'delivered', error };
  if (reception === 'refused') return { result: 'refused', error };
  return { result: 'again', error, afterMs: retryAfterMs(headers.get('retry-after')) };
}

/** Returns a text such as `answered 503 Service Unavailable`. */
export const statusText = (status: number): string =>
  `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();

const SECONDS = /^\d+$/u;
/** Returns the delay of a `Retry-After` header (RFC 9110, section 10.2.3), at most a day, or undefined if invalid or past. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = SECONDS.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return waitMs > 0 ? Math.min(waitMs, DAY_MS) : undefined;
}
