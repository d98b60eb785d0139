import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Cache } from '../../content/backend/cache.ts';
import type { Content } from '../../content/backend/content.ts';
import type { SearchQuery } from '../../content/search/search-query.ts';
import type { Language } from '../../i18n/languages.ts';
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
    if (reason !== undefined) log.warn({ language, reason }, 'the search index could not be updated');
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

  /** Returns undefined if there is no index yet. */
  async function readIndex(): Promise<PageIndex | undefined> {
    if (!index) await Promise.race([build(), wait(MAX_INDEX_WAIT_MS, undefined, { ref: false })]);
    else if (!isComplete || !cache.areFresh(versions)) void build();
    return index;
  }

  return {
    settled: () => running,
    async find(query: SearchQuery, some: boolean): Promise<PageHit[] | undefined> {
      const current = await readIndex();
      const hits = some ? current?.findSome(query) : current?.find(query);
      return hits?.length === 0 && !isComplete ? undefined : hits;
    },
    close(): void {
      isClosed = true;
    },
  };
}

/** Creates the search over the site's pages: one index per language, which depends on the version of the content. */
export function createSiteSearch(parts: Parts) {
  const indexes = { zh: createLanguageIndex('zh', parts), en: createLanguageIndex('en', parts) };
  const all = Object.values(indexes);

  return {
    /** Returns pages that match the query, or with `some` half of it, best first, or undefined if some cannot be searched yet. */
    find: (language: Language, query: SearchQuery, some = false) => indexes[language].find(query, some),
    close(): void {
      for (const index of all) index.close();
    },
    /** Resolves when no index is being built. */
    settled: () => Promise.all(all.map((index) => index.settled())),
  };
}

export type SiteSearch = ReturnType<typeof createSiteSearch>;
