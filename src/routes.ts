import { type Request, type RequestHandler, Router } from 'express';
import { captchaRoutes } from './applications/captcha/routes.ts';
import { applicationRoutes } from './applications/form/routes.ts';
import { buildPath } from './content/links.ts';
import {
  languageSwitch,
  redirectChinesePrefix,
  redirectToChosenHome,
  setContentLanguage,
} from './http/middleware/language.ts';
import { readOnly } from './http/middleware/methods-and-tokens.ts';
import { setKind } from './http/middleware/request-log.ts';
import { files, media } from './media/routes.ts';
import { isPrefetch } from './metrics/site-metrics.ts';
import { contentHookRoute } from './operations/content-hook.ts';
import { builds, healthz, readyz } from './operations/health.ts';
import { metrics } from './operations/metrics-route.ts';
import type { Services } from './services.ts';
import { feed } from './site/feeds/feed.ts';
import { sitemap } from './site/feeds/sitemap.ts';
import { articleHandlers, pages } from './site/page-routes.ts';
import { search } from './site/search/search-page.ts';
import {
  assets,
  favicon,
  qr,
  robots,
  rootFiles,
  SECURITY_TXT,
  securityTxt,
  webmanifest,
} from './site/well-known.ts';

/** Defines the routes: first paths without a language, then the site in both languages. */
export function routes(services: Services): Router {
  const { limiters } = services;
  const { siteUrl } = services.config;
  const router = Router({ caseSensitive: true });
  router.get('/healthz', setKind('machine'), healthz);
  router.get('/readyz', setKind('machine'), readyz(services));
  router.get('/metrics', metrics(services));
  const isAhead = ({ headers }: Request) => isPrefetch(headers);
  router.use(limiters.reading('requests', { skip: isAhead }));
  router.use(limiters.reading('prefetches', { skip: (request) => !isAhead(request) }));
  router.get('/robots.txt', setKind('machine'), varyByEncoding, robots(services));
  router.get(SECURITY_TXT, setKind('machine'), varyByEncoding, securityTxt(services));
  router.get('/favicon.ico', setKind('machine'), favicon(services));
  router.get('/sitemap.xml', setKind('machine'), sitemap(services));
  router.use('/assets', setKind('asset'), readOnly, assets(services));
  router.get('/files/:token/:name', setKind('file'), files(services));
  router.get('/media/:token/:width/:name', setKind('media'), media(services));
  router.get('/qr/{*page}', setKind('media'), qr(services));
  router.use(contentHookRoute(services));
  router.use('/builds', setKind('machine'), readOnly, builds(services));

  router.use(rootFiles(services));

  router.use(varyByEncoding, setContentLanguage, redirectChinesePrefix);
  router.use(languageSwitch(siteUrl.startsWith('https:')), redirectToChosenHome(siteUrl));
  router.use(withoutPrefix);
  router.get('/feed.xml', setKind('machine'), feed(services));
  router.get('/site.webmanifest', setKind('machine'), webmanifest(services));
  router.get('/search', setKind('search'), limiters.reading('searches'), search(services));
  const article = articleHandlers(services);
  router.get('/articles/:id', article);
  router.use(captchaRoutes(services), applicationRoutes(services));
  router.get('/{*path}', pages(services), article);
  router.use(readOnly);
  return router;
}

/** `compression` sets it only on responses with a body, but a 304 must have the Vary of its 200. */
const varyByEncoding: RequestHandler = (_request, response, next) => {
  response.vary('Accept-Encoding');
  next();
};

/** Makes the routes below match one path for both languages, any case, and a page and its payload. Handlers redirect other forms. */
const withoutPrefix: RequestHandler = (request, _response, next) => {
  const { segments, search } = request.parsedUrl;
  const [first = '', ...rest] = segments;
  request.url = `${buildPath([first.toLowerCase(), ...rest], 'zh')}${search}`;
  next();
};
