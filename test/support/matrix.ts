import { describe, it } from 'vitest';
import { type Language, languages } from '../../src/i18n/languages.ts';

/** What `npm test` leaves to `npm run test:ci`, and what that leaves to `npm run test:full`. */
export const MATRIX = ['matrix'];
export const REMAINDER = ['matrix', 'remainder'];

const CI_SHARE = 1 / 8;
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/** Steps of the golden ratio have no period, so that the share holds every width, language and colour of a product of lists. */
const isInShare = (_: unknown, index: number): boolean => (index * GOLDEN_RATIO) % 1 < CI_SHARE;

function partsOf<T>(cases: readonly T[], isShown: (one: T) => boolean) {
  const further = cases.filter((one) => !isShown(one));
  return [
    { own: cases.filter(isShown), tags: [] },
    { own: further.filter(isInShare), tags: MATRIX },
    { own: further.filter((one, index) => !isInShare(one, index)), tags: REMAINDER },
  ];
}

/** A case a language, and the one that `npm test` runs where the words decide nothing. */
export const inEachLanguage = languages.map((language) => ({ language }));
export const isEnglish = ({ language }: { language: Language }): boolean => language === 'en';

type Arguments<T> = T extends readonly unknown[] ? T : [T];

/** As `it.each`: `npm test` runs the cases that are shown, which cover the behaviour once, CI a share of the others, and `npm run test:full` all. */
export const itEach =
  <const T>(cases: readonly T[], isShown: (one: T) => boolean) =>
  (name: string, test: (...one: Arguments<T>) => Promise<void>): void => {
    const run = test as (...one: unknown[]) => Promise<void>;
    for (const { own, tags } of partsOf(cases, isShown)) it.each(own)(name, { tags }, run);
  };

/** The same, and the first cases are those that are shown. */
export const itFirst = <const T>(count: number, cases: readonly T[]) =>
  itEach(cases, (one) => cases.indexOf(one) < count);

/** As `describe.each`, parted in the same way. */
export const describeEach =
  <T extends object>(cases: readonly T[], isShown: (one: T) => boolean) =>
  (name: string, tests: (one: T) => void): void => {
    for (const { own, tags } of partsOf(cases, isShown)) describe.each(own)(name, { tags }, tests);
  };
