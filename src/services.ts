import path from 'node:path';
import type { Logger } from 'pino';
import { createCaptchaCodes } from './applications/captcha/captcha-codes.ts';
import { createDeliveries } from './applications/deliveries/delivery-worker.ts';
import { loadNextSteps } from './applications/deliveries/mail/mail-models.ts';
import { createQuotas } from './applications/form/quotas.ts';
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
import { createLimiters } from './http/middleware/limiters.ts';
import { createOpenPosts } from './http/middleware/open-posts.ts';
import { forAllOrigins, securityHeaderList } from './http/middleware/security-headers.ts';
import { readBuiltAssets, readSiteAssets } from './http/response-cache/built-assets.ts';
import { createPageCache } from './http/response-cache/page-cache.ts';
import { createAssetClient, type OpenAsset } from './media/asset-client.ts';
import { createAssetHosts } from './media/asset-hosts.ts';
import { createAssets } from './media/assets.ts';
import { openMediaFolder } from './media/media-folder.ts';
import { createPictures } from './media/pictures.ts';
import { registerGauges } from './metrics/gauges.ts';
import { createMetrics, toPathLabel } from './metrics/site-metrics.ts';
import { createContentHook } from './operations/content-hook.ts';
import { createReadiness } from './operations/readiness.ts';
import { createRequestContexts } from './site/layout/page-context.ts';
import { createPageSender } from './site/layout/page-sender.ts';
import { type Page, renderPage } from './site/layout/render.tsx';
import { createSafe } from './site/layout/safe-content.ts';
import { createSiteSearch } from './site/search/site-search.ts';

export type Surroundings = {
  distDir: string;
  log: Logger;
  store: Store;
};

/** Composition root: builds the services of one process. */
export function createServices(config: Config, surroundings: Surroundings) {
  const { distDir, log, store } = surroundings;
  const { siteUrl, dataDir, freshMs, staleMs, rateLimitPerMinute } = config;
  const metrics = createMetrics();
  store.fileStore.observeCalls((operation, result) => metrics.s3Calls.inc({ operation, result }));
  const secret = sessionSecret(config.sessionSecret, dataDir);
  const build = createBuildInfo(distDir);
  const siteAssets = readSiteAssets(distDir);
  const securityHeaders = securityHeaderList(siteUrl, siteAssets, config.hstsSubdomains);

  const { client, findFile } = openContentSource({ ...config, distDir }, (reason) =>
    log.error({ reason }, 'mistake in a content file'),
  );
  const { baseUrl, headers, timeoutMs } = config.api;
  const hosts = createAssetHosts({
    baseUrl,
    allowed: config.assetHosts,
    onRefused: (refused) => log.warn(refused, 'asset host refused'),
  });
  const assets = createAssets({ secret, baseUrl, siteUrl, hosts });
  const { signed } = assets;
  const refresh = (source: string) => cache.refresh(source);
  const requestAsset = createAssetClient({ timeoutMs, hosts, findFile, signed, refresh });
  const openAsset: OpenAsset = (...asked) => metrics.countCall('file', requestAsset(...asked));
  const owner = buildContentNamespace(baseUrl ?? config.contentDir ?? 'the demo content', headers);
  const copies = freshMs + staleMs === 0 ? noCopies : createContentCopies({ dataDir, owner, log });
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
    safe: (language) => createSafe(assets, language),
    whileParsing: signed.noteFrom,
    timeoutMs,
  });
  const machines = store.announcements;
  const contentHook = createContentHook({ isOpen: hasHook, onChange: cache.change, machines });
  const pictures = createPictures({
    openAsset,
    assets,
    cache,
    copies,
    folder: openMediaFolder(path.join(dataDir, 'media')),
    onUnreadable: (picture) => log.warn({ picture }, 'picture left out: no browser shows this file'),
  });
  const siteSearch = createSiteSearch({ content, cache, log });
  const readiness = createReadiness({ content, cache, log });
  const formSessions = createFormSessions(store, secret, siteUrl);
  const quotas = createQuotas({ secret, rateLimitPerMinute, ...formSessions });
  const checkers = createCheckerPool();
  const deliveries = createDeliveries({
    ...config,
    store,
    log,
    loadGroup: (language) => content.reader(language).group(),
    loadNextSteps: async (language) => (await loadNextSteps(content.reader(language)))?.text,
    onAttempt: (channel, result) => metrics.deliveries.inc({ channel, result }),
  });
  registerGauges(metrics.registry, {
    store,
    channels: deliveries.channels,
    checkCounts: checkers.counts,
    readiness,
    dataDir,
  });

  const pages = createPageCache({ cache, freshMs, staleMs, headers: securityHeaders });
  const requestContexts = createRequestContexts({ content, siteUrl });
  /** `payload`: hash of the data that the page is rendered from. */
  const render = (page: Page, payload = page.payload): string =>
    renderPage(page, siteAssets, { build: build.running.id, payload });
  const rules = siteAssets['rules.json'] ?? '';
  return {
    config,
    log,
    metrics,
    store,
    secret,
    distDir,
    build,
    siteAssets,
    builtAssets: readBuiltAssets(distDir, forAllOrigins(securityHeaders)),
    securityHeaders,
    limiters: createLimiters({ store, quotas, log, rateLimitPerMinute }),
    openPosts: createOpenPosts({ ...formSessions, rateLimitPerMinute }),
    assets,
    openAsset,
    findFile,
    pictures,
    content,
    contentHook,
    siteSearch,
    readiness,
    redirectIndex: createRedirectIndex(config.redirects),
    pages,
    requestContexts,
    render,
    pageSender: createPageSender({ render, pages, pictures, requestContexts, siteUrl, rules }),
    quotas,
    formTokens: createFormTokens(secret),
    receiptLinks: createReceiptLinks(secret),
    formSessions,
    captchaCodes: createCaptchaCodes({
      store,
      secret,
      samplesDir: path.join(distDir, 'captcha-samples'),
      testAnswer: config.captchaTestAnswer,
      quotas,
    }),
    checkers,
    virusScan: createVirusScan({ url: config.clamdUrl, store, log }),
    deliveries,
    /** Stops background work. */
    close(): void {
      checkers.close();
      siteSearch.close();
      copies.close();
    },
  };
}

export type Services = ReturnType<typeof createServices>;
