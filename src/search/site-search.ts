import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Content } from '../backend/content.ts';
import type { SearchQuery } from '../content/search/search-query.ts';
import type { Language } from '../i18n/languages.ts';
import { createLanguageIndex, type LanguageIndex } from './language-index.ts';
import type { PageHit, PageIndex } from './page-index.ts';

/**
 * How long after the first visit pages are read, in milliseconds: first visitors come first. Up to as much is added by chance, so
 * that of several processes the later ones find what the first has read.
 */
const START_MS = 5000;

/** The least time between two looks at what has changed, in milliseconds. */
export const LEAST_PAUSE_MS = 10_000;

/** How long a search waits for the first index, in milliseconds: it is of names alone, and takes less. */
const PATIENCE_MS = 500;

type Options = {
  content: Pick<Content, 'backgroundReader'>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** How long content is fresh, and how long it may still be served, in milliseconds. */
  freshMs: number;
  staleMs: number;
  startMs?: number;
  now?: () => number;
};

/**
 * The search over the site's pages: one index a language, built in the background. A search uses the index as it is; when the index
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

  /** The index of a language; nothing where there is none yet. */
  async function indexOf(language: Language): Promise<PageIndex | undefined> {
    const own = indexes[language];
    own.keepFresh(Math.max(freshMs, LEAST_PAUSE_MS), Math.max(freshMs, staleMs, LEAST_PAUSE_MS));
    if (!own.get()) await Promise.race([own.named(), wait(PATIENCE_MS, undefined, { ref: false })]);
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
    /** The site is ready: its indexes are made a little after the first visit. One that nobody visits does without. */
    ready: ready.resolve,

    /** Somebody visits the site. */
    visited: visited.resolve,

    /** Rebuilds the existing indexes after a change of content. */
    change(): void {
      for (const own of all) own.change();
    },

    /**
     * The pages that a query means, the best first: those that have all that is wanted or, where `some` is asked for, enough of it.
     * Nothing where pages cannot be searched.
     */
    async find(language: Language, query: SearchQuery, some = false): Promise<PageHit[] | undefined> {
      const index = await indexOf(language);
      return some ? index?.findSome(query) : index?.find(query);
    },

    /** Nothing is begun any more, and nobody waits for what is under way: it keeps nothing. */
    close: () => closed.abort(),

    /** Resolves when nothing is under way. */
    settled: async (): Promise<void> => {
      for (const own of all) await own.settled();
    },
  };
}

export type SiteSearch = ReturnType<typeof createSiteSearch>;
