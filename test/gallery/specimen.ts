import type { Language } from '../../src/i18n/languages.ts';
import type { Page } from '../../src/site/layout/render.tsx';
import type { Words } from './words.ts';

/** State of a component or a kind of page, in one language. */
export type Specimen = { id: string; area: string; language: Language; page: Page };

/** `states`: pages by name, made from the texts of a language. */
export type Area = { area: string; states: Record<string, (words: Words) => Page | Promise<Page>> };

/** Makes records numbered from 1. */
export const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

export const HUNDRED = 100;

export const specimenHref = (id: string): string => `/gallery/${id}`;
