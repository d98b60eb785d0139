import { readFileSync, statSync } from 'node:fs';
import { MAX_RESPONSE_BYTES } from '../backend/client.ts';
import { parseJson } from '../lib/exact-json.ts';
import { describeSyntaxError, positionAt } from './json-positions.ts';

/** Drops a byte order mark, unlike the encoding `utf8`. */
const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder();

const UTF16_MARK = /^(?:\xff\xfe|\xfe\xff)/u;
const UNREADABLE = /[\0\uFFFD]/u;

/** An error that names the file. */
class ContentError extends Error {}

/** Reason why a file cannot be used, with its name. */
export function contentMistake(error: unknown, name: string): string {
  const { message } = error as Error;
  return error instanceof ContentError ? message : `${name}: ${message}`;
}

/** Text of a UTF-8 file. An error contains `name` and the position of the first invalid byte. */
export function readText(file: string, name: string): string {
  const { size } = statSync(file);
  if (size > MAX_RESPONSE_BYTES)
    throw new ContentError(`${name}: ${size} bytes; a content file has at most ${MAX_RESPONSE_BYTES}`);
  const bytes = readFileSync(file);
  if (UTF16_MARK.test(bytes.toString('latin1', 0, 2)))
    throw new ContentError(`${name}:1:1: UTF-16. Save the file as UTF-8.`);
  try {
    const text = strict.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // The position is found below.
  }
  const text = lenient.decode(bytes);
  throw new ContentError(
    `${name}:${positionAt(text, text.search(UNREADABLE))}: not UTF-8. Save the file as UTF-8.`,
  );
}

/** Parses the JSON of a file. An error contains the name and the position. */
export function parseContent(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ContentError(`${name}:${describeSyntaxError(text, error as SyntaxError)}`);
  }
}
