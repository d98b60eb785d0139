import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Cache } from '../../content/backend/cache.ts';
import type { Content } from '../../content/backend/content.ts';
import type { SearchQuery } from '../../content/search/search-query.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { describeError } from '../../lib/failures.ts';
import { onChange } from '../../lib/log.ts';
import { createPageIndex, type PageHit, type PageIndex, readPageTexts } from './page-index.ts';

/** Maximum time that a search waits for the first index. */
export const MAX_INDEX_WAIT_MS = 2000;

type Parts = {
  content: Pick<Content, 'backgroundReader'>;
  cache: Pick<Cache, 'areFresh'>;
  log: Pick<Logger, 'info' | 'warn'>;
};

/** Creates the index of a language's pages. A search uses it as it is; if its content is no longer fresh, the index is rebuilt. */
function createLanguageIndex(language: Language, { content, cache, log }: Parts) {
  const logFailure = onChange((reason: string | undefined) => {
    if (reason !== undefined) log.warn({ language, reason }, 'pages cannot be searched as they are now');
  });
  let index: PageIndex | undefined;
  let versions: ReadonlyMap<string, string> = new Map();
  /** False if a page could not be read. */
  let isComplete = false;
  let running: Promise<void> | undefined;
  let isClosed = false;

  async function read(): Promise<void> {
    const startedAt = performance.now();
    const reader = content.backgroundReader(language);
    const pages = await readPageTexts(reader, await reader.menu());
    const { versions: now } = reader.dependencies;
    if (index && isDeepStrictEqual(versions, now)) return;
    index = await createPageIndex(pages);
    versions = now;
    isComplete = reader.dependencies.isComplete;
    const ms = Math.round(performance.now() - startedAt);
    log.info({ language, pages: pages.length, ms }, 'pages can be searched');
  }

  function build(): Promise<void> {
    if (isClosed) return Promise.resolve();
    running ??= read()
      .then(
        () => logFailure(undefined),
        (error) => logFailure(describeError(error)),
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    settled: () => running,

    /** Returns the index, which the first search builds, or undefined if there is none in time. */
    async get(): Promise<PageIndex | undefined> {
      if (!index) await Promise.race([build(), wait(MAX_INDEX_WAIT_MS, undefined, { ref: false })]);
      else if (!isComplete || !cache.areFresh(versions)) void build();
      return index;
    },

    isComplete: () => isComplete,

    close(): void {
      isClosed = true;
    },
  };
}

/** Creates the search over the site's pages: one index per language, which depends on the version of the content. */
export function createSiteSearch(parts: Parts) {
  const indexes = Object.fromEntries(
    languages.map((language) => [language, createLanguageIndex(language, parts)]),
  ) as Record<Language, ReturnType<typeof createLanguageIndex>>;
  const all = Object.values(indexes);

  return {
    /**
     * Returns pages that match the query, or with `some` half of it, best first. Returns undefined if some cannot
     * be searched yet.
     */
    async find(language: Language, query: SearchQuery, some = false): Promise<PageHit[] | undefined> {
      const index = await indexes[language].get();
      const hits = some ? index?.findSome(query) : index?.find(query);
      return hits?.length === 0 && !indexes[language].isComplete() ? undefined : hits;
    },

    close(): void {
      for (const index of all) index.close();
    },

    /** Resolves when no index is being built. */
    settled: async (): Promise<void> => {
      for (const index of all) await index.settled();
    },
  };
}

export type SiteSearch = ReturnType<typeof createSiteSearch>;
