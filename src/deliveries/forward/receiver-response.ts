import { STATUS_CODES } from 'node:http';
import { DAY_MS, SECOND_MS } from '../../lib/days.ts';
import { receptionOf } from '../../lib/failures.ts';
import type { AttemptResult } from '../channel.ts';

/**
 * Maps a response to the result of the attempt. Its body is not read, because a receiver may repeat personal data in it. A success
 * that comes before the whole application was sent is retried: the receiver lacks files, and the connection is over.
 */
export function resultOf({ status, headers }: Response, isFullySent: boolean): AttemptResult {
  const reception = receptionOf(status);
  const error = statusText(status);
  if (reception === 'taken') {
    if (isFullySent) return { result: 'delivered' };
    return { result: 'again', error: `${error} before it had received the whole application` };
  }
  if (reception === 'known') return { result: 'delivered', error };
  if (reception === 'refused') return { result: 'refused', error };
  return { result: 'again', error, afterMs: retryAfterMs(headers.get('retry-after')) };
}

/** `answered 503 Service Unavailable`. */
export const statusText = (status: number): string =>
  `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();

const SECONDS = /^\d+$/u;
/** The three HTTP date formats (RFC 9110, section 5.6.7): each starts with a day of the week and is in GMT. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [\w :-]+$/iu;

/** Delay of a `Retry-After` header (RFC 9110, section 10.2.3), at most a day; undefined if it is invalid or in the past. */
export function retryAfterMs(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = SECONDS.test(text) ? Number(text) * SECOND_MS : parseHttpDate(text) - now;
  return waitMs > 0 ? Math.min(waitMs, DAY_MS) : undefined;
}

function parseHttpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(/ GMT$/iu.test(text) ? text : `${text} GMT`);
}
