import { randomBytes } from 'node:crypto';

const IDENTIFIER_BYTES = 16;

/** 128 random bits in base64url. */
export const newIdentifier = (): string => randomBytes(IDENTIFIER_BYTES).toString('base64url');

/** 128 random bits in hexadecimal, for case-insensitive file systems. */
export const newFileName = (): string => randomBytes(IDENTIFIER_BYTES).toString('hex');
