import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import {
  findNodeAtLocation,
  type JSONPath,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { MAX_RESPONSE_BYTES, parseJson } from '../content/backend/client.ts';
import { createParsers } from '../content/backend/parsers.ts';
import type { Sanitizer } from '../content/backend/schemas.ts';
import type { Parse } from '../content/backend/sources.ts';
import type { RecordProblem } from '../content/menu/menu.ts';
import { slug } from '../content/urls.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { runAtOnce } from '../lib/async.ts';
import { SiteError } from '../lib/failures.ts';
import { backendSections } from '../site/sections/definitions.ts';

/** Removes a byte order mark, which the encoding `utf8` would keep. */
const decoder = new TextDecoder();

const INVALID_CHARACTER = /[\0\uFFFD]/u;

/** Reads a UTF-8 file of the folder `root`. An error contains `name` and the first invalid byte's position. */
export function readTextFile(root: string, name: string): string {
  const bytes = readFileSync(`${root}/${name}`);
  if (bytes.length > MAX_RESPONSE_BYTES)
    throw new Error(`${name}: ${bytes.length} bytes; a content file has at most ${MAX_RESPONSE_BYTES}`);
  const text = decoder.decode(bytes);
  if (isUtf8(bytes) && !bytes.includes(0)) return text;
  const at = text.search(INVALID_CHARACTER);
  throw new Error(`${name}:${formatPosition(text, at)}: not UTF-8. Save the file as UTF-8.`);
}

const MAX_QUOTED_LENGTH = 20;

/** Parses the JSON of a file. An error names the file and the first mistake: `zh/menu.json:12:5: comma expected at {`. */
export function parseContent(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const errors: ParseError[] = [];
    parseTree(text, errors, { disallowComments: true });
    const [first] = errors;
    if (!first) throw new Error(`${name}:1:1: ${(error as Error).message}`);
    const end = first.offset + Math.min(first.length, MAX_QUOTED_LENGTH);
    const found = text.slice(first.offset, end) || 'the end of the file';
    // `CommaExpected`
    const words = printParseErrorCode(first.error).replace(/\B[A-Z]/gu, ' $&');
    throw new Error(`${name}:${formatPosition(text, first.offset)}: ${words.toLowerCase()} at ${found}`);
  }
}

function formatPosition(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** Mistake in a content file, at the path of a value. A missing value is reported at its parent's position. */
export type Mistake = { path: readonly PropertyKey[]; text: string };

/** Maximum number of reported mistakes per file. */
const MAX_MISTAKES = 100;

/** Describes mistakes in a valid JSON text, one per line: `zh/menu.json:12:5: code: is missing`. */
export function describeMistakes(name: string, text: string, mistakes: readonly Mistake[]): string[] {
  const root = mistakes.length > 0 ? parseTree(text) : undefined;
  if (!root) return [];
  return mistakes.slice(0, MAX_MISTAKES).map(({ path, text: mistake }) => {
    const nodes = path.map((_, at) => findNodeAtLocation(root, path.slice(0, at + 1) as JSONPath));
    const { offset } = nodes.findLast((node) => node !== undefined) ?? root;
    return `${name}:${formatPosition(text, offset)}: ${mistake}`;
  });
}

/** Yields the path and value of all values of JSON content, parents first. */
export function* walkValues(value: unknown, path: JSONPath = []): Generator<[JSONPath, unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, member] of members) yield* walkValues(member, [...path, key]);
}

/** Does not sanitise: used only for checks. The plain text of rich text is its HTML. */
const keepText = (text: string): string => text;
const keepHtml: Sanitizer['html'] = (html) => ({ html: [html], text: html, removed: [], work: 0 });
export const passThroughSanitizer: Sanitizer = {
  mediaHref: keepText,
  fileHref: keepText,
  linkHref: keepText,
  html: keepHtml,
  plainLines: keepHtml,
};

/** Returns the name of a code's common data file. Codes without a slug use their letters and digits. */
export const commonFileName = (language: string, code: string): string =>
  `${language}/common/${slug(code) || code.replace(/[^\p{L}\p{N}]/gu, '')}.json`;

const ARTICLES = 'articles/';

/** Creates the parsers for a language's files, keyed by file name without extension or by folder. */
function createFileParsers(language: Language): [file: string, parse: Parse<unknown>][] {
  const parsers = createParsers(language, passThroughSanitizer);
  const files: Record<string, Parse<unknown>> = {
    menu: parsers.menu,
    group: parsers.group,
    home: parsers.home,
    'home-components': (list, problems) => parsers.homeComponents({ list }, problems),
    declare: parsers.intake,
    'common/': parsers.common,
    [ARTICLES]: parsers.article,
  };
  for (const { file, parse } of Object.values(backendSections))
    files[file] = (data, problems) => parse(data, problems, parsers.fields);
  return Object.entries(files).map(([file, parse]) => [`${language}/${file}`, parse]);
}

const fileParsers = new Map(languages.flatMap(createFileParsers));

/** Checks the content of a file such as `zh/menu.json`. If there is no `value`, the site cannot show the file at all. */
export function checkContent(name: string, content: unknown): { value?: unknown; mistakes: Mistake[] } {
  // `zh/menu` or `zh/articles/`
  const kind = name.replace(/\.json$/u, '').replace(/^(\w+\/(?:articles|common)\/)[^/]+$/u, '$1');
  const parse = fileParsers.get(kind);
  if (!parse) return { value: content, mistakes: [] };
  const problems: RecordProblem[] = [];
  try {
    const parsed = runAtOnce(parse(content, problems));
    return { value: kind.endsWith(ARTICLES) ? parsed : content, mistakes: toMistakes(content, problems) };
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    const mistakes = toMistakes(content, problems);
    const reason: Mistake = { path: [], text: error.detail ?? error.message };
    return { mistakes: mistakes.some(({ text }) => text === reason.text) ? mistakes : [reason, ...mistakes] };
  }
}

/** Omits problems without a record: they concern the whole menu, and the site reports them itself. */
function toMistakes(content: unknown, problems: readonly RecordProblem[]): Mistake[] {
  const ofRecords = problems.filter(({ raw }) => raw !== undefined);
  if (ofRecords.length === 0) return [];
  const paths = new Map(walkValues(content).map(([path, value]) => [value, path]));
  return ofRecords.map(({ problem, raw, field = [] }) => ({
    path: [...(paths.get(raw) ?? []), ...field],
    text: problem,
  }));
}
