import type { Page } from 'playwright';
import type { Language } from '../../src/i18n/languages.ts';

/** Page of the sample. */
export type Entry = {
  id: string;
  kind: string;
  language: Language;
  url: string;
  /** Expected HTTP status. Default: 200. */
  status?: number;
  isRandom?: boolean;
  /** Brings the loaded page into the state to be tested. */
  reach?: (page: Page) => Promise<void>;
};

/** Failure of a criterion; without `criterion`, a remark outside of WCAG A and AA. */
export type Found = { criterion?: string; message: string };

export type Visit = {
  page: Page;
  entry: Entry;
  /** Stores evidence of this page. */
  keep: (name: string, data: Buffer | string) => Promise<void>;
  /** Values that checks across pages compare. */
  facts: Record<string, unknown>;
};

/** The width of desktops that WCAG's reflow criterion starts from. */
export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 320, height: 640 };

/** `id`: its row in `checks.tsv`. */
export type Check = { id: string; run: (visit: Visit) => Promise<Found[]> };

/** Result of a page. */
export type PageResult = {
  entry: Entry;
  title: string;
  checks: string[];
  found: (Found & { check: string })[];
  facts: Record<string, unknown>;
  evidence: string[];
};

/** Waits until a change of style, scroll position or content is painted. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    const limit = new Promise((resolve) => setTimeout(resolve, 1000));
    await Promise.race([limit, Promise.allSettled(finite.map(({ finished }) => finished))]);
  });
