import { STATUS_CODES } from 'node:http';
import { plainText } from '../../content/text/plain-text.ts';
import { DAY_MS, SECOND_MS } from '../../lib/days.ts';
import { receptionOf } from '../../lib/failures.ts';
import type { AttemptResult } from '../channel.ts';
import { boundedLine } from '../plain-line.ts';

/** Bytes of a response body that are read, and characters of it that are recorded. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_TEXT_LENGTH = 200;

const WHITE_SPACE = /\s+/gu;
const HTML = /^\s*</u;

/** `isFullySent`: the whole application was sent before the response came. `timeoutMs`: for the response body. */
type Context = { isFullySent: boolean; timeoutMs: number };

/**
 * Maps a response to the result of the attempt. A success that comes before the whole application was sent is retried: the receiver
 * lacks files, and the connection is over.
 */
export async function resultOf(
  response: Response,
  { isFullySent, timeoutMs }: Context,
): Promise<AttemptResult> {
  const { status, headers } = response;
  const reception = receptionOf(status);
  if (reception === 'taken') {
    if (isFullySent) return { result: 'delivered' };
    return { result: 'again', error: `${statusText(status)} before it had received the whole application` };
  }
  const text = await readText(response, timeoutMs);
  const error = text === '' ? statusText(status) : `${statusText(status)}: ${text}`;
  if (reception === 'known') return { result: 'delivered', error };
  if (reception === 'refused') return { result: 'refused', error };
  return { result: 'again', error, afterMs: retryAfterMs(headers.get('retry-after')) };
}

/** `answered 503 Service Unavailable`. */
export const statusText = (status: number): string =>
  `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();

/** The start of a response body as one line; ends early on a timeout or error. */
async function readText({ body }: Response, timeoutMs: number): Promise<string> {
  const reader = body?.getReader();
  if (!reader) return '';
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), timeoutMs);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    while (bytes < MAX_BODY_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
    }
  } catch {
    // The status decides; the body only explains it.
  } finally {
    clearTimeout(timer);
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString();
  const shown = HTML.test(text) ? plainText(text) : text;
  return boundedLine(shown.replace(WHITE_SPACE, ' '), MAX_TEXT_LENGTH);
}

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
