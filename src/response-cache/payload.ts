import { createHash } from 'node:crypto';

const HASH_LENGTH = 22;

/** The hash of what a page is rendered from, given as JSON: it changes with the page and with nothing else. */
export const payloadHash = (page: string): string =>
  createHash('sha256').update(page).digest('base64url').slice(0, HASH_LENGTH);

/** What a page is rendered from, as JSON with its hash: `{"hash", "page"}`. */
export const payloadOf = (page: string): string => `{"hash":"${payloadHash(page)}","page":${page}}`;
