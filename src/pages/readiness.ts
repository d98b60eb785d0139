import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Content } from '../backend/content.ts';
import { languages } from '../i18n/languages.ts';
import { onChange } from '../lib/on-change.ts';
import { readSiteData } from './site-data.ts';

/** How long after a failed start the backend is asked again, in milliseconds. */
export const RETRY_MS = 1000;

/** Loads menu, group and introduction of both languages, again and again until all are there. */
export function createReadiness(content: Content, log: Logger) {
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  const tell = onChange((reason: string) => log.warn({ reason }, 'content is not there yet'));
  let timer: NodeJS.Timeout | undefined;

  /** `pauseMs`: between the languages, for visitors who come at once; what they ask for is not waited for. */
  async function start(pauseMs = 0): Promise<void> {
    try {
      const [first, ...others] = languages;
      await readSiteData(content.reader(first));
      await wait(pauseMs);
      for (const language of others) await readSiteData(content.reader(language));
      isReady = true;
      ready.resolve();
      log.info('content is there: ready');
    } catch (error) {
      tell((error as Error).message);
      timer = setTimeout(start, RETRY_MS).unref();
    }
  }

  return {
    start,
    stop: () => clearTimeout(timer),
    isReady: () => isReady,
    /** Resolves when all of it is there. */
    ready: ready.promise,
  };
}
