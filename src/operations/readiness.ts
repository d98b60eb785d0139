import type { Logger } from 'pino';
import type { Cache } from '../content/backend/cache.ts';
import type { Content } from '../content/backend/content.ts';
import { languages } from '../i18n/languages.ts';
import { describeError } from '../lib/failures.ts';
import { readSiteData } from '../site/layout/page-context.ts';

const RETRY_MS = 1000;

type Parts = { content: Pick<Content, 'reader'>; cache: Pick<Cache, 'refreshError'>; log: Logger };

/** Loads menu, group and introduction of both languages, and retries until all are available. */
export function createReadiness({ content, cache, log }: Parts) {
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  let isShuttingDown = false;
  let reason: string | undefined;
  const keys = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function start(): Promise<void> {
    try {
      for (const language of languages) {
        const reader = content.reader(language);
        await readSiteData(reader);
        for (const key of reader.dependencies.versions.keys()) keys.add(key);
      }
      isReady = true;
      reason = undefined;
      ready.resolve();
      log.info('content is available');
    } catch (error) {
      const { message } = error as Error;
      if (message !== reason) log.warn({ reason: describeError(error) }, 'content is not available yet');
      reason = message;
      timer = setTimeout(start, RETRY_MS).unref();
    }
  }

  /** Returns why menu, group or introduction are stale, or undefined if their last refresh succeeded. */
  function findStaleReason(): string | undefined {
    const failure = [...keys].map(cache.refreshError).find((error) => error !== undefined);
    return failure === undefined ? undefined : describeError(failure);
  }

  return {
    start,
    stop: () => clearTimeout(timer),
    isReady: () => isReady,
    /** Returns why the content could not be loaded yet, or not refreshed. Starts the refresh of stale content. */
    reason: () => reason ?? findStaleReason(),
    /** Marks the site as shutting down, so that `/readyz` returns 503. */
    startShutdown(): void {
      isShuttingDown = true;
    },
    isShuttingDown: () => isShuttingDown,
    /** Resolves when the content is available. */
    ready: ready.promise,
  };
}
