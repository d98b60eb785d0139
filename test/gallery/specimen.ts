import type { Language } from '../../src/i18n/languages.ts';
import type { Page } from '../../views/document.model.ts';
import type { Words } from './words.ts';

/** One state of a component or a kind of page, in one language. */
export type Specimen = { id: string; area: string; name: string; language: Language; page: Page };

/** The states of one area by their names; each is a page made of a language's words. */
export type Area = { area: string; states: Record<string, (words: Words) => Page> };

/** So many records, each made of its number from 1 on. */
export const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

export const HUNDRED = 100;

/** The address of a specimen in the gallery. */
export const specimenHref = (id: string): string => `/gallery/${id}`;
