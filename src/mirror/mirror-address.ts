import { isReservedAddress } from '../content/menu/fixed-addresses.ts';
import { encodePart, normaliseCode, slug } from '../content/menu/slug.ts';

/** Where an address of the site stands in the mirror. */
export type MirrorAddress = {
  /** What the site is asked for. */
  asked: string;
  /** The file below the mirror's folder, its parts decoded and divided by slashes. */
  file: string;
  /** How the mirror's links name it. */
  href: string;
};

const ORIGIN = 'http://site.invalid';
const INDEX = 'index.html';

/** The most bytes of a name that file systems take. */
const MAX_NAME_BYTES = 255;

/** Kept addresses that are pages all the same. */
const HOME_OR_SEARCH = /^(?:\/en)?(?:\/|\/search)?$/u;
/** An old address may look like a file; then it is one. */
const HTML_FILE = /\.html?$/u;

/** Whether a link leads to the site itself: a path, and no address of another host. */
export const isOwnLink = (link: string): boolean => /^\/(?![/\\])/u.test(link);

/**
 * Static hosts know no queries. So a page is the `index.html` of a folder, a later page of a list has a folder of its own,
 * `page-2` say, below its page or section, and of `go` the fragment is left, which does the same. The link ends with a
 * slash, which every host answers without a redirect. Undefined where the address cannot be a file's.
 */
export function mirrorAddress(link: string): MirrorAddress | undefined {
  if (!URL.canParse(link, ORIGIN)) return undefined;
  const { pathname, searchParams, hash } = new URL(link, ORIGIN);
  const path = pathname.replace(/^\/zh(?=\/|$)/iu, '').replace(/(?<!\/)\/+$/u, '');
  if (HTML_FILE.test(path) || (isReservedAddress(path) && !HOME_OR_SEARCH.test(path))) {
    const file = fileOf(path);
    return file === undefined ? undefined : { asked: path, file, href: path + hash };
  }
  return pageAddress(path, searchParams, hash);
}

function pageAddress(path: string, query: URLSearchParams, hash: string): MirrorAddress | undefined {
  const go = query.get('go');
  const page = Number(query.get('page'));
  const isTurned = Number.isSafeInteger(page) && page > 1;
  const list = isTurned && go ? `/${listName(go)}` : '';
  const folder = isTurned ? `${path}${list}/page-${page}` : path;
  const file = fileOf(`${folder}/${INDEX}`);
  const fragment = hash || (go && !isTurned ? `#${slug(go)}` : '');
  const asked = `${path || '/'}${isTurned ? `?${go ? `go=${encodePart(go)}&` : ''}page=${page}` : ''}`;
  return file === undefined ? undefined : { asked, file, href: `${folder}/${fragment}` };
}

const listName = (go: string): string => slug(go) || encodePart(normaliseCode(go));

/** The file of a path, undefined where a part of it is no name of a file. */
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name of a file has them
  !/[/\\\u0000-\u001f\u007f]/u.test(name) &&
  Buffer.byteLength(name) <= MAX_NAME_BYTES;
