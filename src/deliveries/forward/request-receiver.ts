import type { ForwardSettings } from '../../config/config.ts';

type ReceiverRequest = {
  method: 'POST' | 'HEAD';
  headers?: Record<string, string>;
  body?: BodyInit;
  signal: AbortSignal;
};

/**
 * Any other values make `fetch` buffer the body for a redirect or a login
 * (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 */
const STREAMED = { duplex: 'half', redirect: 'error', window: null } as const;

/**
 * Sends one request to `FORWARD_URL` and never follows a redirect. Each request has its own connection: a keep-alive connection that
 * the receiver has closed would look like its failure. Rejects if there is no response.
 */
export async function requestReceiver<Result>(
  { url, headers }: Pick<ForwardSettings, 'url' | 'headers'>,
  { headers: ownHeaders, signal, ...request }: ReceiverRequest,
  use: (response: Response) => Result | Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  const response = await fetch(url, {
    ...request,
    headers: { 'user-agent': 'Plinth', ...withLowerCaseNames(headers), ...ownHeaders, connection: 'close' },
    signal: AbortSignal.any([signal, done.signal]),
    ...(request.body ? STREAMED : { redirect: 'manual' }),
  });
  try {
    return await use(response);
  } finally {
    done.abort();
  }
}

/** `fetch` would join two spellings of one header name into one header with both values. */
const withLowerCaseNames = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Message of `fetch` for a redirect with `redirect: 'error'`. */
const UNEXPECTED_REDIRECT = 'unexpected redirect';

const TEXTS: Record<string, string> = {
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  HTTPParserError: 'the response is not HTTP',
  TimeoutError: 'timed out',
};

/** Why `fetch` got no response, without the URL. */
export function connectionErrorText(error: unknown): string {
  const { code, name, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (message === UNEXPECTED_REDIRECT) return 'redirects are not followed';
  // A DOMException has a numeric code.
  const key = typeof code === 'string' ? code : name;
  return TEXTS[key] ?? key;
}
