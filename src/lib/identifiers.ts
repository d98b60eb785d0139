import { randomBytes, randomInt } from 'node:crypto';

const IDENTIFIER_BYTES = 16;

/** Returns 128 random bits in base64url. */
export const newIdentifier = (): string => randomBytes(IDENTIFIER_BYTES).toString('base64url');

/** Returns 128 random bits in hexadecimal, for case-insensitive file systems. */
export const newFileName = (): string => randomBytes(IDENTIFIER_BYTES).toString('hex');

/** Digits and capitals without those that are easily confused: 0 O, 1 I L, Z, S, B, U. */
const ALPHABET = '23456789ACDEFGHJKMNPQRTVWXY';

/** Returns a random code that is easy to read aloud. */
export const createReadableCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
