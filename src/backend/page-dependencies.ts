import { isDefiniteAnswer, isNoData } from '../lib/failures.ts';
import type { Served } from './cache.ts';

/**
 * Whether a page has everything that it asked for. `provisional`: something is missing that may appear without a new
 * version of any response, so that the page is cached for a short time. `failed`: a call failed, so that the page is
 * not cached.
 */
type Completeness = 'complete' | 'provisional' | 'failed';

/** The backend responses that a page is made of. */
export class PageDependencies {
  readonly versions = new Map<string, string>();

  /** Timestamp of the oldest response. */
  storedAt: number | undefined;

  completeness: Completeness = 'complete';

  async track<T>(key: string, pending: Promise<Served<T>>): Promise<T> {
    try {
      const served = await pending;
      this.versions.set(key, served.version);
      this.storedAt = Math.min(this.storedAt ?? served.storedAt, served.storedAt);
      return served.value;
    } catch (error) {
      this.degrade(isDefiniteAnswer(error) || isNoData(error) ? 'provisional' : 'failed');
      throw error;
    }
  }

  degrade(to: Exclude<Completeness, 'complete'>): void {
    if (this.completeness !== 'failed') this.completeness = to;
  }
}
