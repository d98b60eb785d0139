import type { Language } from '../../i18n/languages.ts';
import { readUpTo } from '../../lib/async.ts';
import { isForbidden, isGone, isNotFound, SiteError, toRequestError } from '../../lib/failures.ts';

export const CONTRACT_ROOT = '/admin-api/ow/open';

/** Paths of the backend contract. A section with its own path defines it in `src/site/sections`. */
export const paths = {
  menu: `${CONTRACT_ROOT}/column/list`,
  group: `${CONTRACT_ROOT}/group/get`,
  common: `${CONTRACT_ROOT}/common/code`,
  home: `${CONTRACT_ROOT}/home-page/get`,
  homeComponents: `${CONTRACT_ROOT}/home-page-list/page`,
  articles: `${CONTRACT_ROOT}/article/page`,
  article: `${CONTRACT_ROOT}/article/get`,
  search: `${CONTRACT_ROOT}/article/getLike`,
  declare: `${CONTRACT_ROOT}/component-library/getOne`,
} as const;

export type BackendPath = `${typeof CONTRACT_ROOT}/${string}`;

/** Maximum size of a response after decompression. */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** Some frameworks use it as the code of success. */
const HTTP_OK = 200;

export type Query = Record<string, string | number>;
/** Response of the backend. `body` contains the bytes as received. */
export type BackendResponse = { data: unknown; body: Uint8Array };

type ClientOptions = {
  baseUrl: string;
  headers: Record<string, string>;
  /** Timeout of one call, including its body. */
  timeoutMs: number;
};

/** Client of the content contract. `get` returns the envelope's `data` or rejects with a `SiteError`. */
export type Client = {
  get: (path: BackendPath, query: Query, language: Language) => Promise<BackendResponse>;
};

/** Creates the client of the content backend. The site's own headers override configured ones, regardless of case. */
export function createClient({ baseUrl, headers, timeoutMs }: ClientOptions): Client {
  const configured = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    async get(path, query, language) {
      const signal = AbortSignal.timeout(timeoutMs);
      const own = { accept: 'application/json', 'accept-language': language };
      const url = `${baseUrl}${path}${formatQuery(query)}`;
      const send = () => fetch(url, { headers: { ...configured, ...own }, redirect: 'manual', signal });
      try {
        const response = await send().catch((error) => {
          if (!isClosedConnection(error)) throw error;
          return send();
        });
        return parseResponse(await readResponse(response, path), path);
      } catch (error) {
        if (!signal.aborted) throw toRequestError(error, path);
        const detail = `${path}: no response within ${timeoutMs} ms (API_TIMEOUT_MS)`;
        throw new SiteError('timeout', { detail });
      }
    },
  };
}

const CLOSED_CONNECTION_CODES = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** A server may close an idle connection just as it is reused, so a GET may be retried (RFC 9110, section 9.2.2). */
const isClosedConnection = ({ cause }: Error): boolean =>
  CLOSED_CONNECTION_CODES.includes((cause as { code?: string })?.code ?? '');

/** Parses a received or stored response. Throws a `SiteError` if it has no data. */
export function parseResponse(body: Uint8Array, path: BackendPath): BackendResponse {
  return { data: unwrapEnvelope(decodeUtf8(body, path), path), body };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(body: Uint8Array, path: string): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new SiteError('notJson', { detail: `${path}: the body is not UTF-8` });
  }
}

function formatQuery(query: Query): string {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  return parameters.size > 0 ? `?${parameters}` : '';
}

async function readResponse({ ok, status, headers, body }: Response, path: string): Promise<Buffer> {
  const isTooLarge = Number(headers.get('content-length')) > MAX_RESPONSE_BYTES;
  if (!ok || isTooLarge) await body?.cancel();
  if (!ok) {
    const advice = isRedirect(status) ? REDIRECT_ADVICE : adviceOn(status, path);
    throw new SiteError('badStatus', { detail: `${path} answered ${status}${advice}` });
  }
  if (!body) return Buffer.alloc(0);
  const read = isTooLarge ? undefined : await readUpTo(MAX_RESPONSE_BYTES, body);
  if (!read) throw new SiteError('tooLarge', { detail: `${path} over ${MAX_RESPONSE_BYTES} bytes` });
  return read;
}

const REDIRECT_ADVICE = '. Redirects are not followed: set API_BASE_URL to the final URL';

const isRedirect = (status: number): boolean => Math.floor(status / 100) === 3;

/** Returns the likely cause of an HTTP status, or of a code that repeats one, or an empty string. */
function adviceOn(status: number, path: string): string {
  if (isForbidden(status)) return '. Check API_HEADERS';
  if (path === paths.article && isGone(status))
    return '. For a missing article, send status 200 with code 404';
  if (!isNotFound(status)) return '';
  // With a wrong URL, the menu fails, too.
  if (path === paths.menu) return `. API_BASE_URL must be the URL before ${CONTRACT_ROOT}`;
  return `. The backend does not have this path${returnsList(path) ? ', or does not send [] for an empty list' : ''}`;
}

/** Returns whether the data of a path is a list, not an object with a list. */
const returnsList = (path: string): boolean => path === paths.common || path.endsWith('/list');

function unwrapEnvelope(body: string, path: string): unknown {
  const envelope = parseEnvelope(body, path);
  if (typeof envelope !== 'object' || envelope === null)
    throw new SiteError('notEnvelope', { detail: `${path}: send {"code": 0, "data": …}` });
  const { code, data, msg } = envelope as { code?: unknown; data?: unknown; msg?: unknown };
  if (typeof code !== 'number' || !Number.isInteger(code))
    throw new SiteError('notEnvelope', {
      detail: `${path}: code is not an integer; send the number 0`,
    });
  const isEmpty = data === undefined || data === null;
  if (path === paths.article && (code === 0 ? isEmpty : isGone(code)))
    throw new SiteError('noArticle', { code: code || undefined, detail: path });
  if (code !== 0) {
    const advice = code === HTTP_OK ? '. Success is code 0' : adviceOn(code, path);
    const detail = `${path} answered code ${code}${formatMessage(path, msg)}${advice}`;
    throw new SiteError('backendCode', { code, detail });
  }
  if (isEmpty) {
    const advice = returnsList(path) ? 'send [] for an empty list' : 'send an object';
    throw new SiteError('noData', { detail: `${path}: data is missing or null; ${advice}` });
  }
  return data;
}

/** Omits a search's message, which may contain the visitor's keyword. */
const formatMessage = (path: string, msg: unknown): string =>
  path === paths.search || (msg ?? '') === '' ? '' : `: ${msg}`;

function parseEnvelope(body: string, path: string): unknown {
  try {
    return parseJson(body);
  } catch {
    // The parser's message quotes the response, which may contain a visitor's keyword.
    throw new SiteError('notJson', { detail: `${path}: the body is not JSON` });
  }
}

/** Matches JSON that may contain integers beyond 2^53, which have 16 digits or more. */
const LONG_NUMBER = /\d{16}/u;
const INTEGER = /^-?\d+$/u;

/** Parses JSON like `JSON.parse`, but keeps all digits of long ids, as strings. */
export const parseJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, keepLongInteger) : JSON.parse(text);

/** Reviver. `context.source` is the text of a value, which TypeScript does not declare yet. */
const keepLongInteger = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(context?.source ?? '')
    ? context?.source
    : value;
