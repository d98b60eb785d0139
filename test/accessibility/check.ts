import type { Page } from 'playwright';
import type { Language } from '../../src/i18n/languages.ts';

/** Page of the sample. `status` is 200 by default. `reach` brings the loaded page into the tested state. */
export type Entry = {
  id: string;
  kind: string;
  language: Language;
  url: string;
  status?: number;
  isRandom?: boolean;
  reach?: (page: Page) => Promise<void>;
};

export const entryOf = (language: Language, kind: string, url: string, more: Partial<Entry> = {}): Entry => ({
  id: `${language}-${kind.replaceAll(' ', '-')}`,
  kind,
  language,
  url,
  ...more,
});

/** Stores evidence of a page. */
export type Keep = (name: string, data: Buffer | string) => Promise<void>;

/** A failure begins with its criterion. A text without one is for manual review. */
export type Found = (string | false | null | undefined)[];
export type Check = (page: Page, entry: Entry, keep: Keep) => Promise<Found>;

/** Desktop width that WCAG's reflow criterion is based on. */
export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 320, height: 640 };

/** Waits until a change of style, scroll position or content is painted. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ends = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      .map(({ finished }) => finished);
    await Promise.race([Promise.allSettled(ends), new Promise((resolve) => setTimeout(resolve, 1000))]);
  });
