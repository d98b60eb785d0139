import { readFileSync } from 'node:fs';
import { parseJson } from '../lib/exact-json.ts';

/** Drops a byte order mark, unlike the encoding `utf8`. */
const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder();

const UTF16_MARK = /^(?:\xff\xfe|\xfe\xff)/u;
const UNREADABLE = /[\0\uFFFD]/u;

const lineAt = (text: string, end: number): number => text.slice(0, end).split('\n').length;

/** Text of a UTF-8 file. An error contains `name` and the line of the first invalid byte. */
export function readText(file: string, name: string): string {
  const bytes = readFileSync(file);
  if (UTF16_MARK.test(bytes.toString('latin1', 0, 2)))
    throw new Error(`${name} is UTF-16. Save it as UTF-8.`);
  try {
    const text = strict.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // The line is found below.
  }
  const text = lenient.decode(bytes);
  throw new Error(
    `${name}, line ${lineAt(text, text.search(UNREADABLE))}: not UTF-8. Save the file as UTF-8.`,
  );
}

/** Parses the JSON of a file. An error contains the name and the position. */
export function parseContent(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const place = message.includes('end of JSON input') ? ` at line ${lineAt(text, text.length)}` : '';
    throw new Error(`${name}: ${message}${place}`);
  }
}
