import type { Logger } from 'pino';
import type { Content } from '../content/backend/content.ts';
import { languages } from '../i18n/languages.ts';
import { describeError } from '../lib/failures.ts';
import { readSiteData } from '../site/layout/page-context.ts';

const RETRY_MS = 1000;

/** Loads menu, group and introduction of both languages, and retries until all are available. */
export function createReadiness(content: Content, log: Logger) {
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  let isShuttingDown = false;
  let reason: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function start(): Promise<void> {
    try {
      for (const language of languages) await readSiteData(content.reader(language));
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

  return {
    start,
    stop: () => clearTimeout(timer),
    isReady: () => isReady,
    /** Returns why the content could not be loaded yet, or undefined once it is. */
    reason: () => reason,
    /** Marks the site as shutting down, so that `/readyz` returns 503. */
    startShutdown(): void {
      isShuttingDown = true;
    },
    isShuttingDown: () => isShuttingDown,
    /** Resolves when the content is available. */
    ready: ready.promise,
  };
}
