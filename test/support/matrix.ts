import { describe, it } from 'vitest';
import { type Language, languages } from '../../src/i18n/languages.ts';

/** One case per language. */
export const inEachLanguage = languages.map((language) => ({ language }));
/** Selects the case that `npm test` runs if the behaviour does not depend on the language. */
export const isEnglish = ({ language }: { language: Language }): boolean => language === 'en';

/** Tag of tests that only `npm run test:full` runs. */
export const MATRIX = ['matrix'];

const partsOf = <T>(cases: readonly T[], isShown: (one: T) => boolean) => [
  { cases: cases.filter(isShown), tags: [] },
  { cases: cases.filter((one) => !isShown(one)), tags: MATRIX },
];

type Arguments<T> = T extends readonly unknown[] ? T : [T];

/** Like `it.each`: `npm test` runs the cases for which `isShown` is true, `npm run test:full` the others. */
export const itEach =
  <const T>(cases: readonly T[], isShown: (one: T) => boolean) =>
  (name: string, test: (...one: Arguments<T>) => Promise<void>): void => {
    const run = test as (...one: unknown[]) => Promise<void>;
    for (const { cases: part, tags } of partsOf(cases, isShown)) it.each(part)(name, { tags }, run);
  };

/** Like `itEach`: `npm test` runs the first `count` cases. */
export const itFirst = <const T>(count: number, cases: readonly T[]) =>
  itEach(cases, (one) => cases.indexOf(one) < count);

/** Like `describe.each`, with the selection of `itEach`. */
export const describeEach =
  <T extends object>(cases: readonly T[], isShown: (one: T) => boolean) =>
  (name: string, tests: (one: T) => void): void => {
    for (const { cases: part, tags } of partsOf(cases, isShown)) describe.each(part)(name, { tags }, tests);
  };
