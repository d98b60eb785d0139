import path from 'node:path';
import type { Logger } from 'pino';
import type { Page } from '../views/document.model.ts';
import { createAssetClient } from './assets/asset-client.ts';
import { createAssetHosts } from './assets/asset-hosts.ts';
import { createAssets } from './assets/assets.ts';
import { createPictures } from './assets/pictures.ts';
import { createCache } from './backend/cache.ts';
import { createClient } from './backend/client.ts';
import { createContent } from './backend/content.ts';
import {
  type ContentCopies,
  createContentCopies,
  noCopies,
  removeOldCopies,
} from './backend/content-copies.ts';
import { type ContentChange, createContentHook } from './backend/content-hook.ts';
import { createRecordLog } from './backend/record-log.ts';
import { createBuildInfo } from './config/build-info.ts';
import type { Config } from './config/config.ts';
import { createRedirectIndex } from './content/redirects/redirect-index.ts';
import { createDeliveries } from './deliveries/index.ts';
import { createCaptchaCodes } from './form/captcha/captcha-codes.ts';
import { createCaptchaMedia } from './form/captcha/captcha-media.ts';
import { readNextSteps } from './form/next-steps.ts';
import { ADDRESS_QUOTAS, NO_ADDRESS_QUOTAS } from './form/rules/limits.ts';
import { createFormSessions } from './form/session.ts';
import { createFormTokens, createReceiptLinks } from './form/signed-tokens.ts';
import { createCheckerPool } from './form/uploads/checks/checker-pool.ts';
import { createLocker } from './form/uploads/tus/locker.ts';
import { createVirusScan } from './form/uploads/virus-scan/index.ts';
import { createLimiters } from './http/middleware/limiters.ts';
import { securityHeaderList } from './http/middleware/security-headers.ts';
import type { Language } from './i18n/languages.ts';
import { countAssetCalls, countContentCalls, pathLabel } from './metrics/backend-calls.ts';
import { registerGauges } from './metrics/gauges.ts';
import { createMetrics } from './metrics/site-metrics.ts';
import { createRequestContexts } from './pages/page-context.ts';
import { createReadiness } from './pages/readiness.ts';
import { renderPage } from './pages/render.tsx';
import { createSafe } from './pages/safe-content.ts';
import { readBuiltAssets, readSiteAssets } from './response-cache/built-assets.ts';
import { createPageCache } from './response-cache/page-cache.ts';
import { createPageSender } from './routes/page-sender.ts';
import { createSiteSearch } from './search/site-search.ts';
import type { Store } from './store/index.ts';
import { sessionSecret } from './store/secret.ts';

export type Outside = {
  /** The content backend's address: the embedded one's where none is set. */
  baseUrl: string;
  distDir: string;
  log: Logger;
  store: Store;
  /** The figures of all processes, where there are several. */
  allMetrics?: () => Promise<string>;
  /** Has all processes of this machine hear of a change, where there are several; false where it cannot. */
  spread?: (change: ContentChange) => boolean;
  variant?: Variant;
};

/** Differences of a site that is written to files (`mirror/mirrored-site.ts`), or measured. */
export type Variant = {
  /** No server answers the pages: they have no form, no search and no check for a newer build. */
  isStatic?: boolean;
  adaptPage?: (page: Page) => Page;
  copies?: Pick<ContentCopies, 'get' | 'put' | 'remove' | 'close'>;
  picturePatienceMs?: number;
  pageCacheBytes?: number;
};

/** The one place that builds the services. */
export function createServices(config: Config, outside: Outside) {
  const { baseUrl, distDir, log, store, spread, variant = {} } = outside;
  const { isStatic = false, adaptPage = (page) => page } = variant;
  const { siteUrl, dataDir, freshMs, staleMs } = config;
  const siteAssets = readSiteAssets(distDir);
  const build = createBuildInfo(distDir);
  const security = securityHeaderList(siteUrl, siteAssets);
  const { headers, timeoutMs } = config.api;
  const metrics = createMetrics();
  store.uploads.watch(metrics.s3Called);
  store.watchQueries(metrics.queried);
  const hosts = createAssetHosts({
    baseUrl,
    allowed: config.assetHosts,
    onRefused: (refused) => log.warn(refused, 'asset host refused'),
  });
  const client = countContentCalls(createClient({ baseUrl, headers, timeoutMs }), metrics.backendCalls);
  const assetClient = countAssetCalls(createAssetClient({ timeoutMs, hosts }), metrics.backendCalls);
  const secret = sessionSecret(config.sessionSecret, dataDir);
  const assets = createAssets({ secret, baseUrl, hosts });
  const cache = createCache({
    freshMs,
    staleMs,
    hasHook: config.contentHookToken !== undefined,
    onStale: (path, key, error) => {
      const [language] = key.split(' ');
      metrics.backendStale.inc({ path: pathLabel(path) });
      log.warn({ language, path, reason: (error as Error).message }, 'served an older answer');
    },
  });
  const safe = (language: Language) => createSafe(assets, language);
  const copies =
    variant.copies ??
    (freshMs + staleMs === 0 ? noCopies : createContentCopies({ dataDir, owner: ownerOf(config), log }));
  void removeOldCopies(dataDir);
  const content = createContent({
    client,
    cache,
    copies,
    report: createRecordLog(log),
    safe,
    timeoutMs,
  });
  const siteSearch = createSiteSearch({ content, log, freshMs, staleMs });
  const contentHook = createContentHook({
    isOpen: config.contentHookToken !== undefined,
    onChange: (paths) => {
      cache.change(paths);
      siteSearch.change();
    },
    machines: store.announcements,
    spread,
  });
  const pictures = createPictures({
    client: assetClient,
    assets,
    dataDir,
    againMs: config.freshMs,
    patienceMs: variant.picturePatienceMs,
  });
  const readiness = createReadiness(content, log);
  const pages = createPageCache({
    cache,
    freshMs,
    headers: pageHeaders(config, security),
    maxBytes: variant.pageCacheBytes,
  });
  const requestContexts = createRequestContexts({ content, siteUrl, onVisit: siteSearch.visited });
  const render = (page: Page, payload?: string) =>
    renderPage(adaptPage(page), siteAssets, isStatic ? {} : { build: build.running.id, payload });
  const quotas = config.rateLimitPerMinute > 0 ? ADDRESS_QUOTAS : NO_ADDRESS_QUOTAS;
  const checkers = createCheckerPool();
  const virusScan = createVirusScan({ url: config.clamdUrl, store, log });
  const deliveries = createDeliveries({
    forward: config.forward,
    mail: config.mail,
    siteUrl,
    store,
    groupOf: (language) => content.reader(language).group(),
    nextStepsOf: (language) => readNextSteps(content.reader(language)),
    log,
    onAttempt: (channel, result) => metrics.deliveries.inc({ channel, result }),
  });
  registerGauges(metrics.registry, {
    store,
    channels: deliveries.channels,
    checkCounts: checkers.counts,
    isReady: readiness.isReady,
    dataDir,
  });
  return {
    config,
    isStatic,
    log,
    metrics,
    /** The figures of all processes as Prometheus reads them. */
    allMetrics: outside.allMetrics ?? (() => metrics.registry.metrics()),
    assetClient,
    assets,
    content,
    contentHook,
    siteSearch,
    oldAddresses: createRedirectIndex(config.redirects),
    pictures,
    distDir,
    store,
    secret,
    formTokens: createFormTokens(secret),
    receiptLinks: createReceiptLinks(secret),
    limiters: createLimiters({ store, secret, log, rateLimitPerMinute: config.rateLimitPerMinute }),
    quotas,
    formSessions: createFormSessions({ store, secret, siteUrl }),
    captchaCodes: createCaptchaCodes({
      store,
      secret,
      media: createCaptchaMedia(path.join(distDir, 'captcha-samples')),
      testAnswer: config.captchaTestAnswer,
      quotas,
    }),
    readiness,
    /** One for all requests of this process. */
    uploadLocker: createLocker(),
    checkers,
    virusScan,
    deliveries,
    /** Pages as bytes, and the built files: what is answered before the app. */
    pages,
    build,
    siteAssets,
    securityHeaders: security,
    builtAssets: readBuiltAssets(distDir, security),
    /** `payload`: the hash of what the page is rendered from, where it may be asked for. */
    render,
    requestContexts,
    pageSender: createPageSender({
      render,
      pages,
      pictures,
      requestContexts,
      siteUrl,
      rules: siteAssets['rules.json'] ?? '',
    }),
    /** Resolves when what is kept in the background is on disk. */
    close: async (): Promise<void> => {
      checkers.close();
      siteSearch.close();
      copies.close();
      await pictures.close();
    },
  };
}

/** Whose content it is: another backend's, or another tenant's, is never served. The embedded one's port changes. */
function ownerOf({ api, contentDir }: Config): string[] {
  const headers = Object.entries(api.headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return [api.baseUrl ?? contentDir ?? 'the demo content', ...headers.sort()];
}

/** A page is asked after each time; a cache in front may serve an older one while it asks, or when it gets no answer. */
const pageHeaders = ({ freshMs, staleMs }: Config, security: string[]): string[] => [
  ...security,
  'Cache-Control',
  `public, max-age=0, s-maxage=${freshMs / 1000}, stale-while-revalidate=${freshMs / 1000}, stale-if-error=${staleMs / 1000}`,
];

export type Services = ReturnType<typeof createServices>;
