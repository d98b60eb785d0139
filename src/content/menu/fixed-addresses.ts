/** Fixed paths of the site without the language prefix; `*` matches any characters, `:name` one segment. */
const localizedPaths = patternOf('search feed.xml site.webmanifest _payload.json articles/* captcha/audio');
const withoutPrefix = patternOf(
  'en en/* zh zh/* captcha/image assets/*.* files/:token/:name media/:token/:width/:name builds/* qr/*',
  'hooks/content sitemap.xml robots.txt favicon.ico .well-known/* healthz readyz metrics',
);

function patternOf(...addresses: string[]): RegExp {
  const patterns = addresses
    .join(' ')
    .replaceAll('.', '\\.')
    .replaceAll('*', '.*')
    .replaceAll(/:\w+/gu, '[^/]+')
    .replaceAll(' ', '|');
  return new RegExp(`^(?:${patterns})$`, 'su');
}

const isPayload = (path: string): boolean => path.endsWith('/_payload.json');

/** Returns whether a menu item's path, without prefix and leading slash, collides with a fixed path. */
export function isFixedAddress(path: string, prefixed: boolean): boolean {
  return isPayload(path) || localizedPaths.test(path) || (!prefixed && withoutPrefix.test(path));
}

/** Returns whether a path, including its language prefix, is unavailable for menu items and articles. */
export function isReservedAddress(address: string): boolean {
  const [, prefix, path = ''] = /^(\/en(?=\/|$))?\/?(.*)$/u.exec(address) ?? [];
  if (path === '') return true;
  return isFixedAddress(path, prefix !== undefined) && (!path.startsWith('articles/') || isPayload(path));
}
