import { describe, it } from 'vitest';
import { type Language, languages } from '../../src/i18n/languages.ts';

/** What `npm run test:full` alone runs. */
const MATRIX = ['matrix'];

const partsOf = <T>(cases: readonly T[], isShown: (one: T) => boolean) => [
  { own: cases.filter(isShown), tags: [] },
  { own: cases.filter((one) => !isShown(one)), tags: MATRIX },
];

/** A case a language, and the one that `npm test` runs where the words decide nothing. */
export const inEachLanguage = languages.map((language) => ({ language }));
export const isEnglish = ({ language }: { language: Language }): boolean => language === 'en';

type Arguments<T> = T extends readonly unknown[] ? T : [T];

/** As `it.each`: `npm test` runs the cases that are shown, which cover the behaviour once, and `npm run test:full` the others. */
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
