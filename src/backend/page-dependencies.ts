import { isBackendsWord } from '../lib/failures.ts';
import type { Served } from './cache.ts';

/** The answers that a page is made of, and whether they are all that it asked for. */
export class PageDependencies {
  /** Of the answers by their keys. */
  readonly versions = new Map<string, string>();

  /** When the oldest of them was given, in milliseconds since 1970. */
  storedAt: number | undefined;

  /** A call failed and the page is made without its answer: it must not be kept. */
  hasFailed = false;

  /** Something is missing, and may come without a new version of any answer. */
  hasMissing = false;

  async track<T>(key: string, asked: Promise<Served<T>>): Promise<T> {
    try {
      const served = await asked;
      this.versions.set(key, served.version);
      this.storedAt = Math.min(this.storedAt ?? served.storedAt, served.storedAt);
      return served.value;
    } catch (error) {
      if (isBackendsWord(error)) this.hasMissing = true;
      else this.hasFailed = true;
      throw error;
    }
  }
}
