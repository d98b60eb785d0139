/** Addresses that are the site's own, without the language prefix; `*` matches one or more segments. */
const inBothLanguages = 'search feed.xml site.webmanifest _payload.json articles/* captcha/audio'.split(' ');
const withoutPrefix = [
  'en en/* zh zh/* captcha/image assets/* files/* media/* builds/* hooks/content',
  'sitemap.xml robots.txt favicon.ico .well-known/* healthz readyz metrics',
]
  .join(' ')
  .split(' ');

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** Whether a menu item's path (without prefix or leading slash) meets an address that the site keeps for itself. */
export function isFixedAddress(path: string, prefixed: boolean): boolean {
  if (path.endsWith('/_payload.json')) return true;
  const patterns = prefixed ? inBothLanguages : [...inBothLanguages, ...withoutPrefix];
  return patterns.some((pattern) => matches(pattern, path));
}
