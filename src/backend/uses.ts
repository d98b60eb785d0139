import { isBackendsWord } from '../failures.ts';
import type { Served } from './source.ts';

/** The answers that a page was made of, by their keys, and whether they are all that it asked for. */
export function createUses() {
  const versions = new Map<string, string>();
  let [hasFailed, hasMissed, isHasty] = [false, false, false];
  let storedAt: number | undefined;

  return {
    versions,

    /** When the oldest of them was given, in milliseconds since 1970. */
    storedAt: () => storedAt,

    /** A question failed and the page was made without its answer: it must not be kept. */
    hasFailed: () => hasFailed,

    /** The backend said that something is not there, which may change without a new version of anything. */
    hasMissed: () => hasMissed,

    /** The page was made before all that it asked for had come: whoever comes a little later should have a whole one. */
    isHasty: () => isHasty,

    /** Notes that not all was waited for. */
    hastened(): void {
      isHasty = true;
    },

    /** Notes that something was not to be had that may come without a new version of anything. */
    missed(): void {
      hasMissed = true;
    },

    /** Notes an answer and gives its value. */
    async noted<T>(key: string, asked: Promise<Served<T>>): Promise<T> {
      try {
        const served = await asked;
        versions.set(key, served.version);
        storedAt = Math.min(storedAt ?? served.storedAt, served.storedAt);
        return served.value;
      } catch (error) {
        if (isBackendsWord(error)) hasMissed = true;
        else hasFailed = true;
        throw error;
      }
    },
  };
}

export type Uses = ReturnType<typeof createUses>;
