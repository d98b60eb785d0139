import { readFileSync, statSync } from 'node:fs';
import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { MAX_RESPONSE_BYTES } from '../content/backend/client.ts';
import { parseJson } from '../lib/json.ts';

/** Drops a byte order mark, unlike the encoding `utf8`. */
const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder();

const UNREADABLE = /[\0\uFFFD]/u;

/** Reads a UTF-8 file. An error contains `name` and the position of the first invalid byte. */
export function readText(file: string, name: string): string {
  const bytes = readBytes(file, name);
  try {
    const text = strict.decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // The position is determined below.
  }
  const text = lenient.decode(bytes);
  throw new Error(`${name}:${positionAt(text, text.search(UNREADABLE))}: not UTF-8. Save the file as UTF-8.`);
}

function readBytes(file: string, name: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size <= MAX_RESPONSE_BYTES) return readFileSync(file);
    throw new Error(`${size} bytes; a content file has at most ${MAX_RESPONSE_BYTES}`);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

/** Parses the JSON of a file. An error contains the name and the position. */
export function parseContent(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`${name}:${describeSyntaxError(text, error as SyntaxError)}`);
  }
}

const MAX_QUOTED = 20;

/** Returns the line and column of an offset: `12:5`. */
export function positionAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** Describes the first syntax error with its position: `12:5: comma expected at {`. */
export function describeSyntaxError(text: string, { message }: Error): string {
  const error = firstSyntaxError(text);
  if (!error) return `1:1: ${message}`;
  const { offset, length } = error;
  const found = text.slice(offset, offset + Math.min(length, MAX_QUOTED)) || 'the end of the file';
  // `CommaExpected`
  const words = printParseErrorCode(error.error).replace(/\B[A-Z]/gu, ' $&');
  return `${positionAt(text, offset)}: ${words.toLowerCase()} at ${found}`;
}

function firstSyntaxError(text: string): ParseError | undefined {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch {
    // The text has too many levels.
  }
  return errors[0];
}

/** Mistake in a content file, at the path of a value. A missing value is reported at its parent's position. */
export type Mistake = { path: readonly PropertyKey[]; text: string };

/** Maximum number of mistakes reported for one file. */
const MAX_MISTAKES = 100;

/** Describes mistakes in a valid JSON text, one per line: `zh/menu.json:12:5: code: is missing`. */
export function describeMistakes(name: string, text: string, mistakes: readonly Mistake[]): string[] {
  const root = mistakes.length > 0 ? parseTree(text) : undefined;
  if (!root) return [];
  const lines = mistakes
    .slice(0, MAX_MISTAKES)
    .map((mistake) => `${name}:${positionAt(text, offsetOf(root, mistake.path))}: ${mistake.text}`);
  const left = mistakes.length - lines.length;
  return left > 0 ? [...lines, `${name}: ${left} more mistakes`] : lines;
}

function offsetOf(root: Node, path: Mistake['path']): number {
  const nodes = path.map((_, at) => findNodeAtLocation(root, path.slice(0, at + 1) as JSONPath));
  return (nodes.findLast((node) => node !== undefined) ?? root).offset;
}

/** Yields all values of JSON content with their paths, parents first. */
export function* valuesIn(value: unknown, path: JSONPath = []): Generator<[path: JSONPath, value: unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, member] of members) yield* valuesIn(member, [...path, key]);
}
