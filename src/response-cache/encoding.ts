import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** How a body may be sent, from the smallest to the largest; `identity` is as it is. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Longer headers are no browser's, and are not read. */
export const MAX_ACCEPT_LENGTH = 256;

/** Headers whose meaning is remembered: there are but a few in use, and reading one takes a microsecond of an answer's twenty. */
const MAX_REMEMBERED = 200;
const remembered = new LRUCache<string, Encoding>({ max: MAX_REMEMBERED });

/** The best encoding that a request takes (RFC 9110, section 12.5.3). */
export function chosenEncoding(accepted: string | undefined): Encoding {
  if (!accepted || accepted.length > MAX_ACCEPT_LENGTH) return 'identity';
  const known = remembered.get(accepted);
  if (known) return known;
  const request = { headers: { 'accept-encoding': accepted } };
  const chosen = new Negotiator(request).encoding(ENCODINGS, { preferred: ENCODINGS }) ?? 'identity';
  remembered.set(accepted, chosen);
  return chosen;
}
