/** Addresses that are the site's own, without the language prefix; `*` matches one or more segments. */
const ARTICLES = 'articles/*';
const inBothLanguages = `search feed.xml site.webmanifest _payload.json ${ARTICLES} captcha/audio`.split(' ');
const withoutPrefix = [
  'en en/* zh zh/* captcha/image assets/* files/* media/* builds/* qr/* hooks/content',
  'sitemap.xml robots.txt favicon.ico .well-known/* healthz readyz metrics',
]
  .join(' ')
  .split(' ');

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

const isPayload = (path: string): boolean => path.endsWith('/_payload.json');

/** Whether a menu item's path (without prefix or leading slash) meets an address that the site keeps for itself. */
export function isFixedAddress(path: string, prefixed: boolean): boolean {
  if (isPayload(path)) return true;
  const patterns = prefixed ? inBothLanguages : [...inBothLanguages, ...withoutPrefix];
  return patterns.some((pattern) => matches(pattern, path));
}

/** Whether an address, with the prefix of its language, is the site's own whatever its content: no menu item's, and no article's. */
export function isReservedAddress(address: string): boolean {
  const [, prefix, path = ''] = /^(\/en(?=\/|$))?\/?(.*)$/u.exec(address) ?? [];
  if (path === '') return true;
  return isFixedAddress(path, prefix !== undefined) && (!matches(ARTICLES, path) || isPayload(path));
}
