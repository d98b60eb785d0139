import type { Logger } from 'pino';
import type { Content } from '../backend/content.ts';
import type { Language } from '../i18n/languages.ts';
import { onChange } from '../lib/on-change.ts';
import { createPageIndex, type PageIndex } from './page-index.ts';
import { namedPages, readPages } from './read-pages.ts';

type Options = {
  content: Pick<Content, 'backgroundReader'>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Serialises work: the pages of one language are read after those of the other. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  signal: AbortSignal;
  now: () => number;
};

/** Search index of a language, rebuilt if a backend response has another version. */
export function createLanguageIndex(language: Language, { content, log, inTurn, signal, now }: Options) {
  const logFailure = onChange((reason: string | undefined) => {
    if (reason !== undefined) log.warn({ language, reason }, 'pages cannot be searched as they are now');
  });
  let index: PageIndex | undefined;
  let versions: ReadonlyMap<string, string> | undefined;
  let refreshedAt: number | undefined;
  let naming: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let changes = 0;

  /** Never rejects: a failure is retried the next time. */
  const trying = async (work: () => Promise<void>): Promise<void> =>
    work().then(
      () => logFailure(undefined),
      (error: Error) => {
        if (!signal.aborted) logFailure(error.message);
      },
    );

  /** Indexes the names of pages first, because their content takes one call each. */
  async function name(): Promise<void> {
    const menu = await content.backgroundReader(language).menu();
    const named = await createPageIndex(namedPages(menu).map(({ page }) => page));
    index ??= named;
  }

  async function read(): Promise<void> {
    const startedAt = performance.now();
    const reader = content.backgroundReader(language);
    const menu = await reader.menu();
    const { pages, isWhole } = await readPages({ reader, menu, signal, before: index });
    const { versions: now } = reader.dependencies;
    if (versions && isSame(versions, now)) return;
    index = await createPageIndex(pages);
    versions = now;
    const ms = Math.round(performance.now() - startedAt);
    log.info({ language, pages: pages.length, isWhole, ms }, 'pages can be searched');
  }

  /** Reads the pages; repeats if content has changed meanwhile. */
  async function refresh(): Promise<void> {
    if (!index) await naming;
    let seen: number;
    do {
      seen = changes;
      if (!signal.aborted) await inTurn(() => trying(read));
    } while (seen !== changes);
    refreshedAt = now();
  }

  function begin(): void {
    if (running || signal.aborted) return;
    if (!index) naming = trying(name);
    running = refresh().finally(() => {
      running = undefined;
    });
  }

  return {
    /** Starts a refresh, unless one is running. */
    begin,

    /** Starts a refresh if the index is older than `freshMs`; drops an index older than `staleMs`. */
    keepFresh(freshMs: number, staleMs: number): void {
      if (running) return;
      const age = refreshedAt === undefined ? Number.POSITIVE_INFINITY : now() - refreshedAt;
      if (refreshedAt !== undefined && age >= staleMs) {
        index = undefined;
        versions = undefined;
      }
      if (age >= freshMs) begin();
    },

    /** Rebuilds the index, if there is one, after a change of content. */
    change(): void {
      changes += 1;
      if (index) begin();
    },

    get: () => index,

    hasOnlyNames: () => versions === undefined,

    /** Resolves when the first index exists or has failed. */
    named: async (): Promise<void> => naming,

    /** Resolves when no refresh is running. */
    settled: async (): Promise<void> => running,
  };
}

export type LanguageIndex = ReturnType<typeof createLanguageIndex>;

type Versions = ReadonlyMap<string, string>;

const isSame = (one: Versions, other: Versions): boolean =>
  one.size === other.size && [...one].every(([key, version]) => other.get(key) === version);
