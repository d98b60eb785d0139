import { type Request, type RequestHandler, Router } from 'express';
import { captchaRoutes } from './applications/captcha/routes.ts';
import { applicationRoutes } from './applications/form/routes.ts';
import { ASSETS, LANGUAGE_PATHS, ROOT_PATHS } from './content/site-paths.ts';
import { readOnly } from './http/middleware/allow-methods.ts';
import { redirectPrefix } from './http/middleware/canonical-url.ts';
import {
  detectLanguage,
  languageSwitch,
  redirectToChosenHome,
  setContentLanguage,
} from './http/middleware/language.ts';
import { isPrefetch, setKind } from './http/middleware/request-log.ts';
import { files, media } from './media/routes.ts';
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
  formerWorker,
  qr,
  robots,
  rootFile,
  securityTxt,
  webmanifest,
} from './site/well-known.ts';

/** Defines the routes: first paths without a language, then the site in both languages. */
export function routes(services: Services): Router {
  const { rateLimits } = services;
  const { siteUrl, rootFiles } = services.config;
  const router = Router({ caseSensitive: true });
  router.get(ROOT_PATHS.health, setKind('machine'), healthz);
  router.get(ROOT_PATHS.readiness, setKind('machine'), readyz(services));
  router.get(ROOT_PATHS.metrics, metrics(services));
  const isPrefetchRequest = ({ headers }: Request) => isPrefetch(headers);
  router.use(rateLimits.reading('requests', { skip: isPrefetchRequest }));
  router.use(rateLimits.reading('prefetches', { skip: (request) => !isPrefetchRequest(request) }));
  router.get(ROOT_PATHS.robots, setKind('machine'), varyByEncoding, robots(services));
  router.get(ROOT_PATHS.securityTxt, setKind('machine'), varyByEncoding, securityTxt(services));
  router.get(ROOT_PATHS.favicon, setKind('machine'), favicon(services));
  router.get(ROOT_PATHS.sitemap, setKind('machine'), sitemap(services));
  router.use(ASSETS, setKind('asset'), readOnly, assets(services));
  router.get(ROOT_PATHS.file, setKind('file'), files(services));
  router.get(ROOT_PATHS.media, setKind('media'), media(services));
  router.get(ROOT_PATHS.qrCode, setKind('media'), qr(services));
  router.get([ROOT_PATHS.newestBuild, ROOT_PATHS.build], setKind('machine'), builds(services));
  router.use(contentHookRoute(services));
  router.get(
    [...rootFiles.keys()].map((name) => `/${name}`),
    setKind('machine'),
    rootFile(services),
  );
  router.get(
    [ROOT_PATHS.formerWorker, ROOT_PATHS.formerServiceWorker],
    setKind('machine'),
    varyByEncoding,
    formerWorker(services),
  );

  router.use(detectLanguage, varyByEncoding, setContentLanguage, redirectPrefix);
  router.use(languageSwitch(siteUrl), redirectToChosenHome(siteUrl));
  // Ignores case: the handlers redirect to the canonical URL.
  router.use(Router().use('{/en}', languageRoutes(services)));
  return router;
}

function languageRoutes(services: Services): Router {
  const { rateLimits } = services;
  const router = Router();
  router.get(LANGUAGE_PATHS.feed, setKind('machine'), feed(services));
  router.get(LANGUAGE_PATHS.webmanifest, setKind('machine'), webmanifest(services));
  router.get(LANGUAGE_PATHS.search, setKind('search'), rateLimits.reading('searches'), search(services));
  router.use(captchaRoutes(services), applicationRoutes(services));
  router.use(readOnly, pages(services), articleHandlers(services));
  return router;
}

/** `compression` sets it only on responses with a body, but a 304 must have the Vary of its 200. */
const varyByEncoding: RequestHandler = (_request, response, next) => {
  response.vary('Accept-Encoding');
  next();
};
