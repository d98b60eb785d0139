import type { Logger } from 'pino';
import type { Content } from '../backend/content.ts';
import type { Language } from '../i18n/languages.ts';
import { onChange } from '../lib/on-change.ts';
import { createPageIndex, type PageIndex } from './page-index.ts';
import { namedPages, readPages } from './read-pages.ts';

type Options = {
  content: Pick<Content, 'backgroundReader'>;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Has work wait for its turn: one language's pages are read after another's. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  signal: AbortSignal;
  now: () => number;
};

/** The index of a language's pages, which is made again where an answer has another version. */
export function createLanguageIndex(language: Language, { content, log, inTurn, signal, now }: Options) {
  const tell = onChange((reason: string | undefined) => {
    if (reason !== undefined) log.warn({ language, reason }, 'pages cannot be searched as they are now');
  });
  let index: PageIndex | undefined;
  let versions: ReadonlyMap<string, string> | undefined;
  let lookedAt: number | undefined;
  let naming: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let [changes, seen] = [0, 0];

  /** Never rejects: what could not be done is done the next time. */
  const trying = async (work: () => Promise<void>): Promise<void> =>
    work().then(
      () => tell(undefined),
      (error: Error) => {
        if (!signal.aborted) tell(error.message);
      },
    );

  /** What pages are called is there at once; what they say takes a call each. */
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

  /** Looks at the pages, and again where content has changed meanwhile. */
  async function look(): Promise<void> {
    if (!index) await naming;
    do {
      seen = changes;
      if (!signal.aborted) await inTurn(() => trying(read));
    } while (seen !== changes);
    lookedAt = now();
  }

  function begin(): void {
    if (running || signal.aborted) return;
    if (!index) naming = trying(name);
    running = look().finally(() => {
      running = undefined;
    });
  }

  return {
    /** Begins to look at the pages, unless that is under way. */
    begin,

    /** Has pages looked at that were not for `freshMs`; an index that was not for `staleMs` counts as none. */
    keepFresh(freshMs: number, staleMs: number): void {
      if (running) return;
      const age = lookedAt === undefined ? Number.POSITIVE_INFINITY : now() - lookedAt;
      if (lookedAt !== undefined && age >= staleMs) {
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

    /** The index; nothing where there is none. */
    get: () => index,

    /** Resolves when there is an index, or none can be made. */
    named: async (): Promise<void> => naming,

    /** Resolves when nothing is under way. */
    settled: async (): Promise<void> => running,
  };
}

export type LanguageIndex = ReturnType<typeof createLanguageIndex>;

type Versions = ReadonlyMap<string, string>;

const isSame = (one: Versions, other: Versions): boolean =>
  one.size === other.size && [...one].every(([key, version]) => other.get(key) === version);
