import type { Served } from './cache.ts';

/** The backend responses that a page is made of. */
export class PageDependencies {
  readonly versions = new Map<string, string>();

  /** Timestamp of the oldest response. */
  storedAt: number | undefined;

  /** False if something is missing that may appear without a new version of any response: the page is cached for a short time. */
  isComplete = true;

  async track<T>(key: string, pending: Promise<Served<T>>): Promise<T> {
    try {
      const served = await pending;
      this.versions.set(key, served.version);
      this.storedAt = Math.min(this.storedAt ?? served.storedAt, served.storedAt);
      return served.value;
    } catch (error) {
      this.isComplete = false;
      throw error;
    }
  }
}
