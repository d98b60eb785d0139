import { expect, it } from 'vitest';
import { words } from '../../../test/support/words.ts';
import { isFixedPath, isReservedPath } from './fixed-addresses.ts';

const IN_BOTH =
  'search feed.xml site.webmanifest _payload.json about-us/_payload.json articles/deep/7 captcha/audio';
const WITHOUT_PREFIX = `
  en en/about-us zh zh/about-us captcha/image assets/site.css files/token/report.pdf hooks/content
  media/token/640/picture.jpg builds/meta/1.json qr/en/about-us.svg sitemap.xml robots.txt favicon.ico
  .well-known/security.txt healthz readyz metrics
`;
const TEST_SETTINGS =
  'about-us searching research/search articles assets hooks hooks/content/more english sitemap captcha ' +
  'assets/land media/press-releases media/press/2028/may/1 files/tenders files/tenders/2028/may';

it.each([
  ...words(IN_BOTH).map((path) => [path, true, true] as const),
  ...words(WITHOUT_PREFIX).map((path) => [path, true, false] as const),
  ...words(TEST_SETTINGS).map((path) => [path, false, false] as const),
])(
  'decides if the path %s is fixed: %s without a language prefix, %s with one',
  (path, isFixed, isFixedInEnglish) => {
    expect([isFixedPath(path, false), isFixedPath(path, true)]).toEqual([isFixed, isFixedInEnglish]);
  },
);

const RESERVED = '/ /en /search /en/search /zh/a /files/token/x.pdf /healthz /en/articles/7/_payload.json';
const OPEN = '/about-us /en/about-us /files/x.pdf /articles/7 /en/articles/7 /en/healthz /english';

it.each([
  ...words(RESERVED).map((address) => [address, true] as const),
  ...words(OPEN).map((address) => [address, false] as const),
])('decides if the legacy URL %s is reserved for the site: %s', (address, isReserved) => {
  expect(isReservedPath(address)).toBe(isReserved);
});
