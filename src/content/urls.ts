/** Normalises a code for comparison and for `go`: trims it and collapses whitespace. */
export const normaliseCode = (code: string): string => code.replace(/\s+/gu, ' ').trim();

/** Encodes a path segment. A lone surrogate, which JSON can contain, becomes U+FFFD. */
export const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Decodes a path segment; a malformed one stays unchanged. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Returns the slug of a code, which may be empty. Existing links depend on the rule: whitespace becomes a hyphen, and every
 * character except Latin letters, digits and hyphens is removed.
 */
export const slug = (code: string): string =>
  code
    .toLowerCase()
    .replace(/\s+/gu, '-')
    .replace(/[^a-z0-9-]+/gu, '')
    .replace(/-+/gu, '-')
    .replace(/^-|-$/gu, '');

/** Returns the code by which scripts find a section, or undefined if the anchor is the slug of the code. */
export const findAnchorCode = (code: string, anchor: string): string | undefined =>
  slug(code) === anchor ? undefined : normaliseCode(code);

type Query = Record<string, string | number | undefined>;

/** Adds query parameters before the fragment; omits those without a value. */
export function withQuery(href: string, parameters: Query): string {
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodePart(`${value}`)}`],
  );
  return appendQuery(href, added.join('&'));
}

/** Appends an encoded query to the query of a URL, before its fragment. */
export function appendQuery(href: string, query: string): string {
  if (query === '') return href;
  const [url = '', ...fragment] = href.split(/(?=#)/u);
  return `${url}${url.includes('?') ? '&' : '?'}${query}${fragment.join('')}`;
}

/** File name of a page's payload: the data that the page was rendered from. It follows the page's path. */
export const PAYLOAD_FILE_NAME = '_payload.json';

/** Returns the path of a page's payload: `/_payload.json` for home, `/en/news/_payload.json?page=2`. */
export function payloadPath(url: string): string {
  const [path = '', ...query] = url.split('?');
  return [`${path.replace(/\/$/u, '')}/${PAYLOAD_FILE_NAME}`, ...query].join('?');
}

/** Maximum length of a path in a QR code: a longer one makes the code too fine to scan from paper. */
const MAX_QR_PATH_LENGTH = 300;

/** Returns the path of a page's QR code, or undefined if the page's path is too long. */
export const qrCodePath = (path: string): string | undefined =>
  path.length > MAX_QR_PATH_LENGTH ? undefined : `/qr${path}.svg`;

/** Returns the page path in the URL of a QR code, or undefined if it is not such a URL. */
export function parseQrCodePath(url: string): string | undefined {
  const page = /^\/qr(\/[^?#]+)\.svg(?:\?|$)/u.exec(url)?.[1];
  return page !== undefined && page.length <= MAX_QR_PATH_LENGTH ? page : undefined;
}

export type Encoding = 'utf-8' | 'gbk';

const createDecoder = (encoding: string) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
// Lets the bundler drop the decoders from browser scripts.
const DECODERS = /* @__PURE__ */ ['utf-8', 'gbk', 'latin1'].map(createDecoder);

/**
 * Decodes a part of a URL with the given encoding, or with the next one that accepts its bytes. Legacy URLs may be GBK or Latin-1,
 * which accepts all bytes. Returns undefined for a malformed escape.
 */
export function decodePercent(text: string, encoding: Encoding = 'utf-8'): string | undefined {
  if (!text.includes('%')) return text;
  if (/%(?![\da-f]{2})/iu.test(text)) return undefined;
  const binary = Buffer.from(text)
    .toString('latin1')
    .replace(/%(..)/gu, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const bytes = Buffer.from(binary, 'latin1');
  for (const decoder of DECODERS.slice(encoding === 'gbk' ? 1 : 0)) {
    try {
      return decoder.decode(bytes);
    } catch {
      // The bytes are in another encoding.
    }
  }
  return undefined;
}
