import { randomInt } from 'node:crypto';
import { parseDay, yearOf } from '../../content/time.ts';

/** Digits and capitals without those that are taken for others: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const ALPHABET = '23456789ACDEFGHJKMNPQRTVWXY';
const LENGTH = 6;

/** A number that people can read out: as many random characters as are asked for. */
export const readableCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** A receipt number such as `A-2026-7K4MXQ`: the year in Asia/Shanghai and six random characters. `now` in milliseconds. */
export function newReference(now: number): string {
  const day = parseDay(now);
  if (day === undefined) throw new RangeError(`${now} is no time of a receipt`);
  return `A-${yearOf(day)}-${readableCode(LENGTH)}`;
}

/** A receipt number as a person may write it, in the form it was given. */
export const readReference = (text: string): string => text.trim().toUpperCase();
