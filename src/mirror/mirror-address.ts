import { isReservedAddress } from '../content/menu/fixed-addresses.ts';
import { encodePart, normaliseCode, slug } from '../content/menu/slug.ts';

/** An address of the site and its file in the mirror. */
export type MirrorAddress = {
  /** Address to request from the site. */
  requested: string;
  /** File below the folder of the mirror, decoded. */
  file: string;
  /** Link target in the mirror. */
  href: string;
};

const ORIGIN = 'http://site.invalid';
const INDEX = 'index.html';

const MAX_NAME_BYTES = 255;

/** Fixed addresses that are pages. */
const HOME_OR_SEARCH = /^(?:\/en)?(?:\/|\/search)?$/u;
/** A legacy URL that looks like a file is written as a file. */
const HTML_FILE = /\.html?$/u;

/** Whether a link is a path of the site. */
export const isOwnLink = (link: string): boolean => /^\/(?![/\\])/u.test(link);

/**
 * Static hosts ignore queries: a page is the `index.html` of a folder, `page=2` is a folder `page-2`, and `go` becomes a fragment.
 * Links end with a slash, which every host serves without a redirect. Undefined if the address cannot be a file.
 */
export function mirrorAddress(link: string): MirrorAddress | undefined {
  if (!URL.canParse(link, ORIGIN)) return undefined;
  const { pathname, searchParams, hash } = new URL(link, ORIGIN);
  const path = pathname.replace(/^\/zh(?=\/|$)/iu, '').replace(/(?<!\/)\/+$/u, '');
  if (HTML_FILE.test(path) || (isReservedAddress(path) && !HOME_OR_SEARCH.test(path))) {
    const file = fileOf(path);
    return file === undefined ? undefined : { requested: path, file, href: path + hash };
  }
  return pageAddress(path, searchParams, hash);
}

function pageAddress(path: string, query: URLSearchParams, hash: string): MirrorAddress | undefined {
  const go = query.get('go');
  const page = Number(query.get('page'));
  const isLaterPage = Number.isSafeInteger(page) && page > 1;
  const list = isLaterPage && go ? `/${listName(go)}` : '';
  const folder = isLaterPage ? `${path}${list}/page-${page}` : path;
  const file = fileOf(`${folder}/${INDEX}`);
  const fragment = hash || (go && !isLaterPage ? `#${slug(go)}` : '');
  const requested = `${path || '/'}${isLaterPage ? `?${go ? `go=${encodePart(go)}&` : ''}page=${page}` : ''}`;
  return file === undefined ? undefined : { requested, file, href: `${folder}/${fragment}` };
}

const listName = (go: string): string => slug(go) || encodePart(normaliseCode(go));

/** File of a path, undefined if a segment is no valid file name. */
function fileOf(path: string): string | undefined {
  try {
    const names = path.slice(1).split('/').map(decodeURIComponent);
    return names.every(isFileName) ? names.join('/') : undefined;
  } catch {
    return undefined;
  }
}

const isFileName = (name: string): boolean =>
  name !== '' &&
  !/^\.{1,2}$/u.test(name) &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names have no control characters
  !/[/\\\u0000-\u001f\u007f]/u.test(name) &&
  Buffer.byteLength(name) <= MAX_NAME_BYTES;
