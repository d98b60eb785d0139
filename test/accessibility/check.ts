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

export const entryOf = (language: Language, kind: string, url: string, more: Partial<Entry> = {}): Entry => ({
  id: `${language}-${kind.replaceAll(' ', '-')}`,
  kind,
  language,
  url,
  ...more,
});

export type Visit = {
  entry: Entry;
  /** Stores evidence of this page. */
  keep: (name: string, data: Buffer | string) => Promise<void>;
  /** Receives what only a person can judge. */
  unsure: string[];
};

/** Returns failures, each with its criterion first; a text without one is a remark outside of WCAG A and AA. */
export type Check = (page: Page, visit: Visit) => Promise<string[]>;

/** The width of desktops that WCAG's reflow criterion starts from. */
export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 320, height: 640 };

/** Waits until a change of style, scroll position or content is painted. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const hasEnd = ({ effect }: Animation) => effect?.getTiming().iterations !== Infinity;
    const ends = document.getAnimations().filter(hasEnd);
    const limit = new Promise((resolve) => setTimeout(resolve, 1000));
    await Promise.race([limit, Promise.allSettled(ends.map(({ finished }) => finished))]);
  });
