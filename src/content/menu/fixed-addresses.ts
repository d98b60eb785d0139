/** Fixed addresses of the site without the language prefix; `*` matches one or more segments. */
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

/** Whether a menu item's path, without prefix and leading slash, collides with a fixed address. */
export function isFixedAddress(path: string, prefixed: boolean): boolean {
  if (isPayload(path)) return true;
  const patterns = prefixed ? inBothLanguages : [...inBothLanguages, ...withoutPrefix];
  return patterns.some((pattern) => matches(pattern, path));
}

/** Whether no menu item or article can have this address, which includes the language prefix. */
export function isReservedAddress(address: string): boolean {
  const [, prefix, path = ''] = /^(\/en(?=\/|$))?\/?(.*)$/u.exec(address) ?? [];
  if (path === '') return true;
  return isFixedAddress(path, prefix !== undefined) && (!matches(ARTICLES, path) || isPayload(path));
}
