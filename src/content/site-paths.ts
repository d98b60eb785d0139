import { type Language, languageFacts } from '../i18n/languages.ts';

/** First segment of articles whose column is not in the menu. */
export const ARTICLES = 'articles';

/** Mount path of built styles, scripts and images. */
export const ASSETS = '/assets';

/** The site's own paths below the prefix of each language, in Express's syntax. Pages of menu items are at all other paths. */
export const LANGUAGE_PATHS = {
  search: '/search',
  feed: '/feed.xml',
  webmanifest: '/site.webmanifest',
  captchaImage: '/captcha/image',
  captchaAudio: '/captcha/audio',
  article: `/${ARTICLES}/:id`,
};

/** The site's own paths without a language prefix. */
export const ROOT_PATHS = {
  health: '/healthz',
  readiness: '/readyz',
  metrics: '/metrics',
  robots: '/robots.txt',
  securityTxt: '/.well-known/security.txt',
  favicon: '/favicon.ico',
  formerWorker: '/sw.js',
  formerServiceWorker: '/service-worker.js',
  sitemap: '/sitemap.xml',
  asset: `${ASSETS}/*name.:extension`,
  file: '/files/:token/:name',
  media: '/media/:token/:width/:name',
  qrCode: '/qr/*page',
  contentHook: '/hooks/content',
  newestBuild: '/builds/latest.json',
  build: '/builds/meta/:name',
};

/** Paths that are also unavailable for menu items and legacy URLs. */
const RESERVED_PATHS = ['/en', '/en/*page', '/zh', '/zh/*page', '/.well-known/*name'];

function toPattern(paths: readonly string[]): RegExp {
  const patterns = paths.map((path) =>
    path.replaceAll('.', '\\.').replaceAll(/\*\w+/gu, '.+').replaceAll(/:\w+/gu, '[^/]+'),
  );
  return new RegExp(`^(?:${patterns.join('|')})$`, 'su');
}

const languagePaths = toPattern(Object.values(LANGUAGE_PATHS));
const rootPaths = toPattern([...Object.values(ROOT_PATHS), ...RESERVED_PATHS]);

/** Returns whether a path, without its language prefix, is one of the site's own. */
export const isSitePath = (path: string, language: Language): boolean =>
  languagePaths.test(path) || (language === 'zh' && rootPaths.test(path));

export const searchPath = (language: Language): string =>
  `${languageFacts[language].prefix}${LANGUAGE_PATHS.search}`;
