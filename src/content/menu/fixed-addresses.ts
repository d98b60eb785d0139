/** Fixed paths of the site without the language prefix; `*` matches any characters, `:name` one segment. */
const pathsOfBothLanguages = createPathPattern(
  'search feed.xml site.webmanifest _payload.json articles/* captcha/audio',
);
const pathsWithoutPrefix = createPathPattern(
  'en en/* zh zh/* captcha/image assets/*.* files/:token/:name media/:token/:width/:name builds/* qr/*',
  'hooks/content sitemap.xml robots.txt favicon.ico .well-known/* healthz readyz metrics',
);

function createPathPattern(...addresses: string[]): RegExp {
  const patterns = addresses
    .join(' ')
    .replaceAll('.', '\\.')
    .replaceAll('*', '.*')
    .replaceAll(/:\w+/gu, '[^/]+')
    .replaceAll(' ', '|');
  return new RegExp(`^(?:${patterns})$`, 'su');
}

const isPayloadPath = (path: string): boolean => path.endsWith('/_payload.json');

/** Returns whether a menu item's path, without prefix and leading slash, collides with a fixed path. */
export function isFixedPath(path: string, prefixed: boolean): boolean {
  return (
    isPayloadPath(path) || pathsOfBothLanguages.test(path) || (!prefixed && pathsWithoutPrefix.test(path))
  );
}

/** Returns whether a path, including its language prefix, is unavailable for menu items and articles. */
export function isReservedPath(address: string): boolean {
  const [, prefix, path = ''] = /^(\/en(?=\/|$))?\/?(.*)$/u.exec(address) ?? [];
  if (path === '') return true;
  return isFixedPath(path, prefix !== undefined) && (!path.startsWith('articles/') || isPayloadPath(path));
}
