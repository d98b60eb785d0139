import { isBackendsWord } from '../failures.ts';
import type { Served } from './source.ts';

/** The answers that a page is made of, by their keys, and whether they are all that it asked for. */
export function createPageDependencies() {
  const versions = new Map<string, string>();
  let [hasFailed, hasMissing, isPartial] = [false, false, false];
  let storedAt: number | undefined;

  return {
    versions,

    /** When the oldest of them was given, in milliseconds since 1970. */
    storedAt: () => storedAt,

    /** A call failed and the page is made without its answer: it must not be kept. */
    hasFailed: () => hasFailed,

    /** Something is missing, and may come without a new version of any answer. */
    hasMissing: () => hasMissing,

    /** The page is made before all that it asked for has come: a visitor a little later should have a whole one. */
    isPartial: () => isPartial,

    markPartial(): void {
      isPartial = true;
    },

    markMissing(): void {
      hasMissing = true;
    },

    /** Adds an answer to the dependencies and gives its value. */
    async track<T>(key: string, asked: Promise<Served<T>>): Promise<T> {
      try {
        const served = await asked;
        versions.set(key, served.version);
        storedAt = Math.min(storedAt ?? served.storedAt, served.storedAt);
        return served.value;
      } catch (error) {
        if (isBackendsWord(error)) hasMissing = true;
        else hasFailed = true;
        throw error;
      }
    },
  };
}

export type PageDependencies = ReturnType<typeof createPageDependencies>;
