import { randomInt } from 'node:crypto';
import { parseDay, yearOf } from '../../content/time.ts';

/** Digits and capitals that are hard to confuse: without 0 O, 1 I L, Z, S, B, U. */
const ALPHABET = '23456789ACDEFGHJKMNPQRTVWXY';
const LENGTH = 6;

/** Random code that people can read out. */
export const readableCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** Reference number such as `A-2026-7K4MXQ`: the year in Asia/Shanghai and six random characters. */
export function newReference(now: number): string {
  const day = parseDay(now);
  if (day === undefined) throw new RangeError(`invalid timestamp: ${now}`);
  return `A-${yearOf(day)}-${readableCode(LENGTH)}`;
}

/** Normalizes a reference number typed by a person. */
export const readReference = (text: string): string => text.trim().toUpperCase();
