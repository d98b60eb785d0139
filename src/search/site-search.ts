import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Content } from '../backend/content.ts';
import type { SearchQuery } from '../content/search/search-query.ts';
import type { Language } from '../i18n/languages.ts';
import { createLanguageIndex, type LanguageIndex } from './language-index.ts';
import type { PageHit, PageIndex } from './page-index.ts';

/**
 * Delay after the first visit, so that first visitors are served first. A random delay of up to the same length is added: later
 * processes find the responses that the first has cached.
 */
const START_MS = 5000;

/** Minimum time between two refreshes. */
export const MIN_REFRESH_MS = 10_000;

/** Maximum time that a search waits for the first index, which has only names. */
const FIRST_INDEX_TIMEOUT_MS = 500;

type Options = {
  content: Pick<Content, 'backgroundReader'>;
  log: Pick<Logger, 'info' | 'warn'>;
  freshMs: number;
  staleMs: number;
  startMs?: number;
  now?: () => number;
};

/**
 * Search over the site's pages: one index per language, built in the background. A search uses the index as it is; when the index
 * is no longer fresh, the search also starts a refresh.
 */
export function createSiteSearch({
  content,
  log,
  freshMs,
  staleMs,
  startMs = START_MS,
  now = Date.now,
}: Options) {
  const closed = new AbortController();
  const { signal } = closed;
  const oneAtATime = pLimit(1);
  const options = { content, log, inTurn: oneAtATime<[], void>, signal, now };
  const indexes: Record<Language, LanguageIndex> = {
    zh: createLanguageIndex('zh', options),
    en: createLanguageIndex('en', options),
  };
  const all = Object.values(indexes);

  /** The index of a language; undefined if there is none yet. */
  async function indexOf(language: Language): Promise<PageIndex | undefined> {
    const own = indexes[language];
    own.keepFresh(Math.max(freshMs, MIN_REFRESH_MS), Math.max(freshMs, staleMs, MIN_REFRESH_MS));
    if (!own.get())
      await Promise.race([own.named(), wait(FIRST_INDEX_TIMEOUT_MS, undefined, { ref: false })]);
    return own.get();
  }

  const ready = Promise.withResolvers<void>();
  const visited = Promise.withResolvers<void>();

  async function start(): Promise<void> {
    await Promise.all([ready.promise, visited.promise]);
    await wait(startMs * (1 + Math.random()), undefined, { signal, ref: false }).catch(() => undefined);
    for (const own of all) own.begin();
  }
  void start();

  return {
    /** The site is ready: the indexes are built after the first visit. */
    ready: ready.resolve,

    /** A page was requested. */
    visited: visited.resolve,

    /** Rebuilds the existing indexes after a change of content. */
    change(): void {
      for (const own of all) own.change();
    },

    /**
     * Pages that match the whole query or, with `some`, a part of it; best first. Undefined if pages cannot be searched.
     */
    async find(language: Language, query: SearchQuery, some = false): Promise<PageHit[] | undefined> {
      const index = await indexOf(language);
      const hits = some ? index?.findSome(query) : index?.find(query);
      // The content that is not read yet may match.
      return hits?.length === 0 && indexes[language].hasOnlyNames() ? undefined : hits;
    },

    /** Stops all refreshes. */
    close: () => closed.abort(),

    /** Resolves when no refresh is running. */
    settled: async (): Promise<void> => {
      for (const own of all) await own.settled();
    },
  };
}

export type SiteSearch = ReturnType<typeof createSiteSearch>;
