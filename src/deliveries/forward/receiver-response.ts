import { STATUS_CODES } from 'node:http';
import { plainText } from '../../content/text/plain-text.ts';
import { cleanLine } from '../../form/rules/text.ts';
import { receptionOf } from '../../lib/failures.ts';
import type { Outcome } from '../channel.ts';
import { readRetryAfter } from './retry-after.ts';

/** Bytes of an answer that are read, and characters of it that are kept. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_ANSWER_LENGTH = 200;

const REVERSING_MARKS = /\p{Bidi_Control}/gu;
const WHITE_SPACE = /\s+/gu;
const HTML = /^\s*</u;

/** `wasSent`: the receiver was given the whole application before it answered. `limitMs` for the rest of the answer. */
type Judged = { wasSent: boolean; limitMs: number };

/**
 * What came of a try by its answer. A receiver that takes an application before it has all of it has not got the files, and a
 * connection that has its answer carries nothing more: it is sent again.
 */
export async function outcomeOf(answer: Response, { wasSent, limitMs }: Judged): Promise<Outcome> {
  const { status, headers } = answer;
  const reception = receptionOf(status);
  if (reception === 'taken') {
    if (wasSent) return { result: 'delivered' };
    return { result: 'again', error: `${nameOf(status)} before it had all of the application` };
  }
  const said = await readText(answer, limitMs);
  const error = said === '' ? nameOf(status) : `${nameOf(status)}: ${said}`;
  if (reception === 'known') return { result: 'delivered', error };
  if (reception === 'refused') return { result: 'refused', error };
  return { result: 'again', error, afterMs: readRetryAfter(headers.get('retry-after')) };
}

/** `answered 503 Service Unavailable`. */
export const nameOf = (status: number): string =>
  `answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();

/** The start of an answer as one line; what cannot be read of it in time is left out. */
async function readText({ body }: Response, limitMs: number): Promise<string> {
  const reader = body?.getReader();
  if (!reader) return '';
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), limitMs);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    while (bytes < MAX_ANSWER_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
    }
  } catch {
    // The status has been told; the rest only explains it.
  } finally {
    clearTimeout(timer);
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString();
  return lineOf(HTML.test(text) ? plainText(text) : text);
}

const lineOf = (text: string): string =>
  [...cleanLine(text.replace(REVERSING_MARKS, '').replace(WHITE_SPACE, ' '))]
    .slice(0, MAX_ANSWER_LENGTH)
    .join('');
