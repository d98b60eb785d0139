import type { RequestHandler } from 'express';
import { PAYLOAD } from '../content/payload-address.ts';
import { Failure } from '../failures.ts';
import type { Language } from '../i18n/languages.ts';

/** The longest path and query that is read, in bytes (RFC 9110 asks for 8,000 at least). */
export const MAX_TARGET_BYTES = 8000;

/** Where a request goes: its language, its decoded path and its query, decided once. */
export type Address = {
  language: Language;
  /** The prefix as it was written, `''` for none. */
  prefix: string;
  /** Decoded, without the language prefix and without the empty one behind a trailing slash. */
  segments: string[];
  hasTrailingSlash: boolean;
  query: URLSearchParams;
  /** The query as it was written, with its `?`. */
  search: string;
};

declare global {
  namespace Express {
    interface Request {
      address: Address;
      /** Read by i18next's middleware. */
      lng: Language;
      /** Asks for what a page was rendered from, instead of the page. */
      isPayloadAsked: boolean;
    }
  }
}

/** Reads the address of a request; an invalid one is refused after its language is known. */
export const readAddress: RequestHandler = (request, _response, next) => {
  const target = request.originalUrl;
  const [path = '', ...rest] = target.split('?');
  const search = rest.length > 0 ? `?${rest.join('?')}` : '';
  const language = languageOfPath(path);
  request.lng = language;
  // An invalid address that asks for JSON is refused as JSON, too.
  request.isPayloadAsked = path.endsWith(`/${PAYLOAD}`);
  request.address = {
    language,
    prefix: '',
    segments: [],
    hasTrailingSlash: false,
    query: new URLSearchParams(),
    search,
  };
  if (Buffer.byteLength(target) > MAX_TARGET_BYTES) throw new Failure('addressTooLong');
  if (!path.startsWith('/')) throw new Failure('badAddress');
  const segments = decodeSegments(path);
  if (segments.slice(0, -1).some(isBroken)) throw new Failure('notFound', { detail: 'no path of this site' });
  const parts = split(segments);
  request.lng = parts.prefix.toLowerCase() === 'en' ? 'en' : 'zh';
  request.address = { language: request.lng, ...parts, query: readQuery(search), search };
  next();
};

/** The language of a path, whatever else it holds: `/en`, `/EN/…` are English, all else is Chinese. */
const languageOfPath = (path: string): Language => (/^\/en(?:\/|$)/iu.test(path) ? 'en' : 'zh');

const isBroken = (segment: string): boolean => segment === '' || /[/\\]/u.test(segment);

function decodeSegments(path: string): string[] {
  const decoded = path.slice(1).split('/').map(decode);
  if (decoded.some((segment) => segment.includes('\0'))) throw new Failure('badAddress');
  return decoded;
}

/** Parameters that pages read must be well encoded; the rest of a query is ignored. */
const PARAMETERS = ['keyword', 'page', 'go', 'lang'];
const LISTENED_TO = new RegExp(`[?&](?:${PARAMETERS.join('|')})=([^&]*)`, 'gu');

function readQuery(search: string): URLSearchParams {
  for (const [, value = ''] of search.matchAll(LISTENED_TO)) decode(value);
  const query = new URLSearchParams(search);
  const isListenedTo = ([name]: [string, string]) => PARAMETERS.includes(name);
  if ([...query].filter(isListenedTo).some(([, value]) => value.includes('\0')))
    throw new Failure('badAddress');
  return query;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Failure('badAddress', { cause });
  }
}

function split(all: string[]): Pick<Address, 'prefix' | 'segments' | 'hasTrailingSlash'> {
  const [first = ''] = all;
  const prefix = /^(?:en|zh)$/iu.test(first) ? first : '';
  const rest = prefix ? all.slice(1) : all;
  const hasTrailingSlash = rest.at(-1) === '' && all.length > 1;
  return { prefix, segments: rest.filter(Boolean), hasTrailingSlash };
}
