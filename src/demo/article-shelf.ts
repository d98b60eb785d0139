import { setTimeout as wait } from 'node:timers/promises';
import type { Articles } from './articles.ts';

/** A reading is used for so many times its own duration, which bounds the time spent on looking for edits. */
const REUSE = 20;

/** A call waits so long for a new reading before it gets the previous one. */
const PATIENCE_MS = 500;

type Shelf = {
  /** The latest reading, which may still run. */
  reading?: Promise<Articles>;
  isRunning: boolean;
  /** The latest reading is used until then (`performance.now`). */
  usedUntil: number;
  /** Result of the last successful reading. */
  articles?: Articles;
};

/** The articles of each language, read once for many calls, because thousands of files take long. */
export function createArticleShelf(
  read: (language: string) => Promise<Articles>,
  now = () => performance.now(),
) {
  const shelves = new Map<string, Shelf>();

  async function readAnew(shelf: Shelf, language: string): Promise<Articles> {
    const startedAt = now();
    shelf.isRunning = true;
    try {
      shelf.articles = await read(language);
      return shelf.articles;
    } finally {
      shelf.isRunning = false;
      shelf.usedUntil = now() + REUSE * (now() - startedAt);
    }
  }

  return async (language: string): Promise<Articles> => {
    const shelf = shelves.get(language) ?? { isRunning: false, usedUntil: 0 };
    shelves.set(language, shelf);
    if (!shelf.reading || (!shelf.isRunning && now() >= shelf.usedUntil)) {
      shelf.reading = readAnew(shelf, language);
      // A caller that waits gets the failure; without one, the next call does.
      shelf.reading.catch(() => undefined);
    }
    const { reading, isRunning, articles } = shelf;
    if (!isRunning || !articles) return reading;
    return Promise.race([reading, wait(PATIENCE_MS, articles, { ref: false })]);
  };
}
