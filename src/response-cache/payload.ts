import { createHash } from 'node:crypto';
import type { Page } from '../../views/document.model.ts';

const HASH_LENGTH = 22;

const hashOf = (json: string): string =>
  createHash('sha256').update(json).digest('base64url').slice(0, HASH_LENGTH);

/** The hash of what a page is rendered from: it changes with the page and with nothing else. */
export const payloadHash = (page: Page): string => hashOf(JSON.stringify(page));

/** What a page is rendered from, as JSON: `{"hash", "page"}`. */
export function payloadOf(page: Page): string {
  const json = JSON.stringify(page);
  return `{"hash":"${hashOf(json)}","page":${json}}`;
}
