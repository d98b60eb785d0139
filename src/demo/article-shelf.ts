import { setTimeout as wait } from 'node:timers/promises';
import type { Articles } from './articles.ts';

/** A reading serves for so many times as long as it took: looking for edits takes a twentieth of the time at most. */
const REUSE = 20;

/** How long a call waits for a new reading before the one before serves, in milliseconds. */
const PATIENCE_MS = 500;

type Shelf = {
  /** The newest reading, which may still run. */
  reading?: Promise<Articles>;
  isRunning: boolean;
  /** Until then the newest reading serves, by `performance.now`. */
  until: number;
  /** The newest reading that came out well. */
  articles?: Articles;
};

/**
 * The articles of each language, read once for many calls: with thousands of files, each would take longer than a page
 * may wait. With few it takes milliseconds, and an edit shows at the next call but for as many.
 */
export function createShelf(read: (language: string) => Promise<Articles>, now = () => performance.now()) {
  const shelves = new Map<string, Shelf>();

  async function readAnew(shelf: Shelf, language: string): Promise<Articles> {
    const startedAt = now();
    shelf.isRunning = true;
    try {
      shelf.articles = await read(language);
      return shelf.articles;
    } finally {
      shelf.isRunning = false;
      shelf.until = now() + REUSE * (now() - startedAt);
    }
  }

  return async (language: string): Promise<Articles> => {
    const shelf = shelves.get(language) ?? { isRunning: false, until: 0 };
    shelves.set(language, shelf);
    if (!shelf.reading || (!shelf.isRunning && now() >= shelf.until)) {
      shelf.reading = readAnew(shelf, language);
      // Whoever waits for it is told; when nobody does any more, the next call is.
      shelf.reading.catch(() => undefined);
    }
    const { reading, isRunning, articles } = shelf;
    if (!isRunning || !articles) return reading;
    return Promise.race([reading, wait(PATIENCE_MS, articles, { ref: false })]);
  };
}
