import { createHash } from 'node:crypto';
import type { Page } from './page.ts';

const HASH_LENGTH = 22;

/** Hash of the view model as JSON: changes if and only if the page changes. */
export const payloadHash = (page: Page): string => hashOf(JSON.stringify(page));

const hashOf = (json: string): string =>
  createHash('sha256').update(json).digest('base64url').slice(0, HASH_LENGTH);

/** The view model with its hash: `{"hash", "page"}`. */
export function payloadOf(page: Page): string {
  const json = JSON.stringify(page);
  return `{"hash":"${hashOf(json)}","page":${json}}`;
}
