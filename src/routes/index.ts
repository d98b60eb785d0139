import { type Request, type RequestHandler, Router } from 'express';
import { encodePath } from '../content/links.ts';
import { captcha } from '../form/routes/captcha.ts';
import { application } from '../form/routes/index.ts';
import { addressOf } from '../http/middleware/address.ts';
import {
  chosenHome,
  languageSwitch,
  setContentLanguage,
  withoutChinesePrefix,
} from '../http/middleware/language.ts';
import { readingOnly } from '../http/middleware/reading-only.ts';
import { isFor } from '../http/middleware/request-log.ts';
import { isPrefetch } from '../metrics/requests.ts';
import type { Services } from '../services.ts';
import { allPages } from './all-pages.ts';
import { articles } from './articles.ts';
import { assets, favicon } from './assets.ts';
import { builds } from './builds.ts';
import { feed } from './feed.ts';
import { files } from './files.ts';
import { healthz, readyz } from './health.ts';
import { hooks } from './hooks.ts';
import { media } from './media.ts';
import { metrics } from './metrics.ts';
import { pages } from './pages.ts';
import { qr } from './qr.ts';
import { robots } from './robots.ts';
import { search } from './search.ts';
import { SECURITY_TXT, securityTxt } from './security-txt.ts';
import { webmanifest } from './site-webmanifest.ts';
import { sitemap } from './sitemap.ts';

/** The address table: first what has no language, then the site in both. */
export function routes(services: Services): Router {
  const { limiters } = services;
  const { siteUrl } = services.config;
  const router = Router({ caseSensitive: true });
  router.get('/healthz', isFor('machine'), healthz);
  router.get('/readyz', isFor('machine'), readyz(services));
  router.get('/metrics', metrics(services));
  const isAhead = ({ headers }: Request) => isPrefetch(headers);
  router.use(limiters.reading('requests', { skip: isAhead }));
  router.use(limiters.reading('prefetches', { skip: (request) => !isAhead(request) }));
  router.get('/robots.txt', isFor('machine'), robots(services));
  router.get(SECURITY_TXT, isFor('machine'), securityTxt(services));
  router.get('/favicon.ico', isFor('machine'), favicon(services));
  router.get('/sitemap.xml', isFor('machine'), sitemap(services));
  router.use('/assets', isFor('asset'), readingOnly, assets(services));
  router.get('/files/:token/:name', isFor('file'), files(services));
  router.get('/media/:token/:width/:name', isFor('media'), media(services));
  router.get('/qr/{*page}', isFor('media'), qr(services));
  router.use(hooks(services));
  router.use('/builds', isFor('machine'), readingOnly, builds(services));

  router.use(setContentLanguage, withoutChinesePrefix);
  router.use(languageSwitch(siteUrl.startsWith('https:')), chosenHome(siteUrl));
  router.use(withoutPrefix);
  router.get('/feed.xml', isFor('machine'), feed(services));
  router.get('/site.webmanifest', isFor('machine'), webmanifest(services));
  router.get('/search', isFor('search'), limiters.reading('searches'), searchOf(services));
  const article = articles(services);
  router.get('/articles/:id', article);
  if (!services.isStatic) router.use(captcha(services), application(services));
  router.get('/{*path}', pages(services), article);
  router.use(readingOnly);
  return router;
}

/** Files cannot search: a mirror lists all pages instead. */
const searchOf = (services: Services): RequestHandler =>
  services.isStatic ? allPages(services) : search(services);

/** Routes below match one path for both languages, and for a page and its payload. */
const withoutPrefix: RequestHandler = (request, _response, next) => {
  const { segments, search } = addressOf(request);
  request.url = `${encodePath(segments, 'zh')}${search}`;
  next();
};
