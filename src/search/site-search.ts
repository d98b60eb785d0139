import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Content } from '../backend/content.ts';
import type { SearchQuery } from '../content/search-query.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { onChange } from '../lib/on-change.ts';
import { createPageIndex, type PageHit, type PageIndex } from './page-index.ts';
import { namedPages, readPages } from './read-pages.ts';

/** How long after the site is ready its pages are read, in milliseconds: its first visitors come first. */
export const START_MS = 5000;

/** The least time between two looks at what has changed, in milliseconds. */
export const LEAST_PAUSE_MS = 10_000;

/** How long a search waits for the first index, in milliseconds: that of the names alone takes less. */
const PATIENCE_MS = 500;

type Versions = ReadonlyMap<string, string>;

/** The index of a language, what it is made of, when that was last looked at, and whether it is being looked at. */
type Indexed = { index?: PageIndex; versions?: Versions; lookedAt: number; running?: Promise<void> };

type Options = {
  content: Pick<Content, 'quietReader'>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** How long content is fresh, and how long it may still be served, in milliseconds. */
  freshMs: number;
  staleMs: number;
  now?: () => number;
};

/**
 * The search over the site's pages: an index a language, made behind the scenes and one at a time. Like an answer of the content
 * cache it serves as it is, and a search that finds it no longer fresh has it looked at anew; it is made again where an answer has another version.
 */
export function createSiteSearch({ content, log, freshMs, staleMs, now = Date.now }: Options) {
  const indexed: Record<Language, Indexed> = { zh: { lookedAt: 0 }, en: { lookedAt: 0 } };
  const closed = new AbortController();
  const { signal } = closed;
  const tell = onChange((reason: string | undefined) => {
    if (reason !== undefined) log.warn({ reason }, 'pages cannot be searched as they are now');
  });
  let work = Promise.resolve();
  let changes = 0;

  /** Never rejects: what could not be read is asked for the next time. */
  async function look(language: Language): Promise<void> {
    const own = indexed[language];
    const startedAt = performance.now();
    const reader = content.quietReader(language);
    try {
      const menu = await reader.menu();
      // What pages are called is there at once; what they say takes a call each.
      own.index ??= await createPageIndex(namedPages(menu).map(({ page }) => page));
      const { pages, isWhole } = await readPages({ reader, menu, signal, before: own.index });
      const { versions } = reader.dependencies;
      if (!own.versions || !isSame(versions, own.versions)) {
        own.index = await createPageIndex(pages);
        own.versions = versions;
        const ms = Math.round(performance.now() - startedAt);
        log.info({ language, pages: pages.length, isWhole, ms }, 'pages can be searched');
      }
      tell(undefined);
    } catch (error) {
      if (!signal.aborted) tell((error as Error).message);
    }
    own.lookedAt = now();
  }

  /** Looks again where content has changed meanwhile. */
  async function lookUntilCurrent(language: Language): Promise<void> {
    for (let seen = -1; seen !== changes && !signal.aborted; ) {
      seen = changes;
      await look(language);
    }
  }

  function begin(language: Language): void {
    const own = indexed[language];
    if (own.running || signal.aborted) return;
    own.running = work.then(() => lookUntilCurrent(language));
    work = own.running.finally(() => {
      own.running = undefined;
    });
  }

  const isFor = (ms: number, { lookedAt }: Indexed): boolean =>
    now() - lookedAt < Math.max(ms, LEAST_PAUSE_MS);

  /** The index of a language; nothing where there is none yet. */
  async function indexOf(language: Language): Promise<PageIndex | undefined> {
    const own = indexed[language];
    if (!isFor(freshMs, own)) begin(language);
    if (!isFor(Math.max(freshMs, staleMs), own)) own.index = undefined;
    if (!own.index && own.running)
      await Promise.race([own.running, wait(PATIENCE_MS, undefined, { ref: false })]);
    return own.index;
  }

  return {
    /** Makes the indexes a little later. */
    async start(): Promise<void> {
      await wait(START_MS, undefined, { signal, ref: false }).catch(() => undefined);
      for (const language of languages) begin(language);
    },

    /** Content has changed: the indexes that are in use are made anew. */
    change(): void {
      changes += 1;
      for (const language of languages) if (indexed[language].index) begin(language);
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

    /** Resolves when all that was begun is over. */
    settled: () => work,
  };
}

export type SiteSearch = ReturnType<typeof createSiteSearch>;

const isSame = (one: Versions, other: Versions): boolean =>
  one.size === other.size && [...one].every(([key, version]) => other.get(key) === version);
