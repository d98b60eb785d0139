import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { decodePercent, PAYLOAD_FILE_NAME } from '../../content/urls.ts';
import { type Language, languageOfPath } from '../../i18n/languages.ts';
import { SiteError } from '../../lib/failures.ts';

/** Maximum length of path and query (RFC 9110 recommends at least 8,000). */
export const MAX_TARGET_BYTES = 8000;

/** Maximum number of path segments: looking up each parent of a page is expensive. */
export const MAX_SEGMENTS = 32;

export type ParsedUrl = {
  /** Path and query as requested. */
  target: string;
  language: Language;
  /** Language prefix, decoded but otherwise as requested, or `''`. */
  prefix: string;
  /** Decoded, without language prefix, payload name and the empty segment after a trailing slash. */
  segments: string[];
  hasTrailingSlash: boolean;
  /** True if the request is for the data of a page (`_payload.json`). */
  isPayload: boolean;
  query: URLSearchParams;
  /** Query as requested, with `?`. */
  search: string;
  /** Set if the URL is invalid. Then only the language of the path is known. */
  failure?: SiteError;
};

declare global {
  namespace Express {
    interface Request {
      parsedUrl: ParsedUrl;
      /** Set by `detectLanguage` on the URLs of pages. */
      lng: Language;
    }
  }
}

/** Parses the URL of a request once. `checkRequest` rejects an invalid one. */
export const setParsedUrl: RequestHandler = (request, _response, next) => {
  request.parsedUrl = parseUrl(request.originalUrl);
  next();
};

export function parseUrl(target: string): ParsedUrl {
  const [path = '', ...rest] = target.split('?');
  const search = rest.length > 0 ? `?${rest.join('?')}` : '';
  try {
    if (Buffer.byteLength(target) > MAX_TARGET_BYTES) throw new SiteError('urlTooLong');
    if (!path.startsWith('/')) throw new SiteError('badUrl');
    return { target, ...interpretSegments(decodeSegments(path)), query: parseSearch(search), search };
  } catch (error) {
    return {
      target,
      ...interpretSegments([]),
      language: languageOfPath(path),
      // An invalid payload URL gets a JSON response, too.
      isPayload: path.endsWith(`/${PAYLOAD_FILE_NAME}`),
      query: new URLSearchParams(),
      search,
      failure: error as SiteError,
    };
  }
}

const isInvalidSegment = (segment: string): boolean => segment === '' || /[/\\]/u.test(segment);

function decodeSegments(path: string): string[] {
  const segments = path.slice(1).split('/');
  if (segments.length > MAX_SEGMENTS) throw new SiteError('notFound', { detail: 'too many segments' });
  const decoded = segments.map(decodeText);
  if (decoded.some((segment) => segment.includes('\0'))) throw new SiteError('badUrl');
  if (decoded.slice(0, -1).some(isInvalidSegment))
    throw new SiteError('notFound', { detail: 'invalid segment' });
  return decoded;
}

/** Parameters that must be correctly encoded, because they change the page. The rest of a query only scrolls or is ignored. */
const PARAMETERS = ['keyword', 'page', 'lang'];
const PARAMETER_VALUE = new RegExp(`(?<=[?&](?:${PARAMETERS.join('|')})=)[^&]*`, 'gu');

function parseSearch(search: string): URLSearchParams {
  const inUtf8 = search.replace(PARAMETER_VALUE, (value) =>
    encodeURIComponent(decodeText(value.replaceAll('+', ' '))),
  );
  const query = new URLSearchParams(inUtf8);
  if (PARAMETERS.some((name) => query.getAll(name).join().includes('\0'))) throw new SiteError('badUrl');
  return query;
}

/** Decodes UTF-8 or the bytes of a legacy URL, which `REDIRECTS_FILE` may contain. */
function decodeText(text: string): string {
  const decoded = decodePercent(text);
  if (decoded === undefined) throw new SiteError('badUrl');
  return decoded;
}

function interpretSegments(all: string[]) {
  const [first = ''] = all;
  const prefix = /^(?:en|zh)$/iu.test(first) ? first : '';
  const rest = prefix ? all.slice(1) : all;
  const isPayload = rest.at(-1) === PAYLOAD_FILE_NAME;
  const language: Language = prefix.toLowerCase() === 'en' ? 'en' : 'zh';
  return {
    language,
    prefix,
    segments: (isPayload ? rest.slice(0, -1) : rest).filter(Boolean),
    hasTrailingSlash: rest.at(-1) === '' && all.length > 1,
    isPayload,
  };
}

/** Returns whether the Host header is missing or repeated. HTTP/1.1 requires one, and no version allows two (RFC 9112, section 3.2). */
export function hasWrongHost({ headersDistinct, httpVersionMinor }: IncomingMessage): boolean {
  const hosts = headersDistinct.host?.length ?? 0;
  return hosts > 1 || (hosts === 0 && httpVersionMinor > 0);
}

/** Rejects an invalid URL or Host header with an error page, because Node's own response would lack the security headers. */
export const checkRequest: RequestHandler = (request, _response, next) => {
  if (request.parsedUrl.failure) throw request.parsedUrl.failure;
  if (hasWrongHost(request))
    throw new SiteError('badRequest', { detail: 'no Host header, or more than one' });
  next();
};

const ORIGIN = /^https?:\/\/[^/?#@\\]+(?=[/?]|$)/iu;

/** Returns the path of a request target. An absolute URL is served by its path (RFC 9112, section 3.2.2). */
export function pathOfTarget(target = '/'): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(ORIGIN, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}

/** Returns whether htmx sent the request, which needs only a part of a page. */
export const isFragmentRequest = (request: Request): boolean => request.get('HX-Request') === 'true';
