import { DAY_MS } from '../../lib/days.ts';

const SECOND_MS = 1000;
const SECONDS = /^\d+$/u;
/** The three ways to write a time (RFC 9110, section 5.6.7): all begin with a day of the week and mean GMT. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [\w :-]+$/iu;

/**
 * How long a `Retry-After` (RFC 9110, section 10.2.3) asks to wait, in milliseconds, a day at most. Undefined where it is no
 * such header, or its time has passed.
 */
export function readRetryAfter(text: string | null, now = Date.now()): number | undefined {
  const given = text?.trim() ?? '';
  const waitMs = SECONDS.test(given) ? Number(given) * SECOND_MS : dateOf(given) - now;
  return waitMs > 0 ? Math.min(waitMs, DAY_MS) : undefined;
}

function dateOf(text: string): number {
  if (!HTTP_DATE.test(text)) return Number.NaN;
  return Date.parse(/ GMT$/iu.test(text) ? text : `${text} GMT`);
}
