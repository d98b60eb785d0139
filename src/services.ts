import path from 'node:path';
import type { Logger } from 'pino';
import { createCaptchaCodes } from './applications/captcha/captcha-codes.ts';
import { createDeliveries } from './applications/deliveries/delivery-worker.ts';
import { createOpenPosts } from './applications/form/open-posts.ts';
import { createPostLimits, createQuotas } from './applications/form/quotas.ts';
import { createFormSessions } from './applications/form/session.ts';
import { createFormTokens, createReceiptLinks } from './applications/signed-tokens.ts';
import { sessionSecret } from './applications/store/data-folder.ts';
import type { Store } from './applications/store/index.ts';
import { createCheckerPool } from './applications/uploads/checks/checker-pool.ts';
import { createVirusScan } from './applications/uploads/virus-scan.ts';
import type { Config } from './config/config.ts';
import { createBuildInfo } from './config/environment.ts';
import { createCache } from './content/backend/cache.ts';
import { createContent } from './content/backend/content.ts';
import { buildContentNamespace, createContentCopies, noCopies } from './content/backend/content-copies.ts';
import { createRecordLog } from './content/backend/sources.ts';
import { createRedirectIndex } from './content/redirects/redirects.ts';
import { openContentSource } from './content-folder/client.ts';
import { createReadingLimits } from './http/middleware/rate-limits.ts';
import { forAllOrigins, securityHeaderList } from './http/middleware/security-headers.ts';
import { readBuiltAssets, readSiteAssets } from './http/response-cache/built-assets.ts';
import { createPageCache } from './http/response-cache/page-cache.ts';
import { createMediaClient, type OpenMedia } from './media/media-client.ts';
import { openMediaFolder } from './media/media-folder.ts';
import { createMediaHosts } from './media/media-hosts.ts';
import { createMediaUrls } from './media/media-urls.ts';
import { createPictures } from './media/pictures.ts';
import { createMetrics, type Metrics, registerGauges, toPathLabel } from './metrics/site-metrics.ts';
import { createContentHook } from './operations/content-hook.ts';
import { createReadiness } from './operations/readiness.ts';
import { createRequestContexts } from './site/layout/page-context.ts';
import { createPageSender } from './site/layout/page-sender.ts';
import { type Page, renderPage } from './site/layout/render.tsx';
import { createSanitizer } from './site/layout/sanitizer.ts';
import { createSiteSearch } from './site/search/site-search.ts';

export type ProcessResources = { distDir: string; log: Logger; store: Store };

/** Composition root: builds the services of one process. */
export function createServices(config: Config, { distDir, log, store }: ProcessResources) {
  const metrics = createMetrics();
  store.fileStore.observeCalls((operation, result) => metrics.s3Calls.inc({ operation, result }));
  const secret = sessionSecret(config.sessionSecret, config.dataDir);
  const base = { config, distDir, log, store, metrics, secret };
  const contentServices = createContentServices(base);
  const pageServices = createPageServices(base, contentServices);
  const formServices = createFormServices(base, contentServices);
  const services = { ...base, ...contentServices, ...pageServices, ...formServices };
  registerGauges(metrics.registry, services);
  return {
    ...services,
    close(): void {
      services.checkers.close();
      services.siteSearch.close();
      services.copies.close();
    },
  };
}

export type Services = ReturnType<typeof createServices>;

type BaseServices = ProcessResources & { config: Config; metrics: Metrics; secret: string };
type ContentServices = ReturnType<typeof createContentServices>;

/** Content, media and search. */
function createContentServices({ config, distDir, log, store, metrics, secret }: BaseServices) {
  const { siteUrl, dataDir, freshMs, staleMs } = config;
  const { baseUrl, headers, timeoutMs } = config.api;
  const { client, findFile } = openContentSource({ ...config, distDir }, (reason) =>
    log.error({ reason }, 'mistake in a content file'),
  );
  const hosts = createMediaHosts({
    baseUrl,
    allowed: config.assetHosts,
    onRefused: (refused) => log.warn(refused, 'media host refused: add it to ASSET_HOSTS to allow it'),
  });
  const mediaUrls = createMediaUrls({ secret, baseUrl, siteUrl, hosts });
  const refresh = (source: string) => cache.refresh(source);
  const { findSigned } = mediaUrls;
  const requestMedia = createMediaClient({ timeoutMs, hosts, findFile, findSigned, refresh });
  const openMedia: OpenMedia = (...asked) => metrics.countCall('file', requestMedia(...asked));
  const namespace = buildContentNamespace(baseUrl ?? config.contentDir ?? 'the demo content', headers);
  const copies = freshMs + staleMs === 0 ? noCopies : createContentCopies({ dataDir, namespace, log });
  const hasHook = config.contentHookToken !== undefined;
  const cache = createCache({
    freshMs,
    staleMs,
    hasHook,
    onStale: (path, error) => {
      metrics.backendStale.inc({ path: toPathLabel(path) });
      log.warn({ path, reason: (error as Error).message }, 'served a stale response');
    },
  });
  const content = createContent({
    client: { get: (path, ...call) => metrics.countCall(path, client.get(path, ...call)) },
    cache,
    copies,
    report: createRecordLog(log, (path, limit) =>
      metrics.contentLimits.inc({ path: toPathLabel(path), limit }),
    ),
    sanitizerFor: (language) => createSanitizer(mediaUrls, language),
    onParsed: mediaUrls.recordSigned,
    timeoutMs,
  });
  const machines = store.announcements;
  return {
    mediaUrls,
    openMedia,
    findFile,
    copies,
    cache,
    content,
    contentHook: createContentHook({ isOpen: hasHook, onChange: cache.change, machines }),
    pictures: createPictures({
      openMedia,
      mediaUrls,
      cache,
      copies,
      folder: openMediaFolder(path.join(dataDir, 'media')),
      onUnreadable: (picture) => log.warn({ picture }, 'picture left out: no browser shows this file'),
    }),
    siteSearch: createSiteSearch({ content, cache, log }),
    readiness: createReadiness({ content, cache, log }),
  };
}

/** Rendering and caching of pages. */
function createPageServices(
  { config, distDir }: BaseServices,
  { content, cache, pictures }: ContentServices,
) {
  const { siteUrl, freshMs } = config;
  const build = createBuildInfo(distDir);
  const siteAssets = readSiteAssets(distDir);
  const securityHeaders = securityHeaderList(siteUrl, siteAssets, config.hstsSubdomains);
  const pages = createPageCache({ cache, freshMs, staleMs: config.staleMs, headers: securityHeaders });
  const requestContexts = createRequestContexts({ content, siteUrl });
  /** `payload`: hash of the data that the page is rendered from. */
  const render = (page: Page, payload = page.payload): string =>
    renderPage(page, siteAssets, { build: build.running.id, payload });
  const rules = siteAssets['rules.json'] ?? '';
  return {
    build,
    siteAssets,
    securityHeaders,
    pages,
    requestContexts,
    render,
    builtAssets: readBuiltAssets(distDir, forAllOrigins(securityHeaders)),
    redirectIndex: createRedirectIndex(config.redirects),
    pageSender: createPageSender({ render, pages, pictures, requestContexts, siteUrl, rules }),
  };
}

/** Limits, form and deliveries. */
function createFormServices(base: BaseServices, { content }: ContentServices) {
  const { config, distDir, log, store, metrics, secret } = base;
  const { siteUrl, rateLimitPerMinute } = config;
  const formSessions = createFormSessions(store, secret, siteUrl);
  const quotas = createQuotas({ secret, rateLimitPerMinute, ...formSessions });
  return {
    formSessions,
    quotas,
    rateLimits: {
      reading: createReadingLimits(rateLimitPerMinute),
      posts: createPostLimits({ store, quotas, log }),
    },
    openPosts: createOpenPosts({ ...formSessions, rateLimitPerMinute }),
    formTokens: createFormTokens(secret),
    receiptLinks: createReceiptLinks(secret),
    captchaCodes: createCaptchaCodes({
      store,
      secret,
      samplesDir: path.join(distDir, 'captcha-samples'),
      testAnswer: config.captchaTestAnswer,
      quotas,
    }),
    checkers: createCheckerPool(),
    virusScan: createVirusScan({ url: config.clamdUrl, store, log }),
    deliveries: createDeliveries({
      ...config,
      store,
      log,
      readerFor: content.reader,
      onAttempt: (channel, result) => metrics.deliveries.inc({ channel, result }),
    }),
  };
}
