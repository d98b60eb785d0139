import { createHash } from 'node:crypto';
import type { Page } from '../page-model.ts';

/** The name that stands behind every page's path for what the page was rendered from. */
export const PAYLOAD = '_payload.json';

/** What a page is rendered from, as JSON: `{"hash", "page"}`; the hash changes with the page and with nothing else. */
export function payloadOf(page: Page): string {
  const json = JSON.stringify(page);
  const hash = createHash('sha256').update(json).digest('base64url');
  return `{"hash":"${hash}","page":${json}}`;
}

/** The address of a page's payload: `/_payload.json` for home, `/en/news/_payload.json?page=2`. */
export function payloadAddress(address: string): string {
  const [path = '', ...query] = address.split('?');
  return [`${path.replace(/\/$/u, '')}/${PAYLOAD}`, ...query].join('?');
}
