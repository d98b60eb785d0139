import type { Request, RequestHandler } from 'express';
import { PAYLOAD, payloadAddress } from '../../content/payload-address.ts';
import { type Language, languageOfPath } from '../../i18n/languages.ts';
import { Failure } from '../../lib/failures.ts';

/** The longest path and query that is read, in bytes (RFC 9110 asks for 8,000 at least). */
export const MAX_TARGET_BYTES = 8000;

/** Maximum number of parts of a path: looking up each parent of a page takes time. */
export const MAX_SEGMENTS = 32;

export type Address = {
  language: Language;
  /** The prefix as it was written, `''` for none. */
  prefix: string;
  /** Decoded, without the language prefix, a payload's name and the empty one behind a trailing slash. */
  segments: string[];
  hasTrailingSlash: boolean;
  /** Asks for what a page was rendered from, instead of the page. */
  isPayload: boolean;
  query: URLSearchParams;
  /** The query as it was written, with its `?`. */
  search: string;
  /** Why it is refused: its language is then all that is read of the path. */
  failure?: Failure;
};

declare global {
  namespace Express {
    interface Request {
      /** Read by i18next's middleware. */
      lng: Language;
    }
  }
}

/** Refuses an invalid address. */
export const checkAddress: RequestHandler = (request, _response, next) => {
  const { failure } = addressOf(request);
  if (failure) throw failure;
  next();
};

export function addressOf({ originalUrl: target }: Pick<Request, 'originalUrl'>): Address {
  const [path = '', ...rest] = target.split('?');
  const search = rest.length > 0 ? `?${rest.join('?')}` : '';
  try {
    if (Buffer.byteLength(target) > MAX_TARGET_BYTES) throw new Failure('addressTooLong');
    if (!path.startsWith('/')) throw new Failure('badAddress');
    return { ...split(decodeSegments(path)), query: readQuery(search), search };
  } catch (error) {
    return {
      ...split([]),
      language: languageOfPath(path),
      // An invalid address that asks for JSON is refused as JSON, too.
      isPayload: path.endsWith(`/${PAYLOAD}`),
      query: new URLSearchParams(),
      search,
      failure: error as Failure,
    };
  }
}

/** The address of what is asked for at a path: the page, or its payload. */
export const asAsked = (path: string, { isPayload }: Address): string =>
  isPayload ? payloadAddress(path) : path;

const isBroken = (segment: string): boolean => segment === '' || /[/\\]/u.test(segment);

function decodeSegments(path: string): string[] {
  const segments = path.slice(1).split('/');
  if (segments.length > MAX_SEGMENTS) throw new Failure('notFound', { detail: 'too many parts' });
  const decoded = segments.map(decode);
  if (decoded.some((segment) => segment.includes('\0'))) throw new Failure('badAddress');
  if (decoded.slice(0, -1).some(isBroken)) throw new Failure('notFound', { detail: 'no path of this site' });
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

function split(all: string[]): Omit<Address, 'query' | 'search'> {
  const [first = ''] = all;
  const prefix = /^(?:en|zh)$/iu.test(first) ? first : '';
  const rest = prefix ? all.slice(1) : all;
  const isPayload = rest.at(-1) === PAYLOAD;
  return {
    language: prefix.toLowerCase() === 'en' ? 'en' : 'zh',
    prefix,
    segments: (isPayload ? rest.slice(0, -1) : rest).filter(Boolean),
    hasTrailingSlash: rest.at(-1) === '' && all.length > 1,
    isPayload,
  };
}
