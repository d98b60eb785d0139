import { ZodError } from 'zod';
import { createParsers } from '../content/backend/parsers.ts';
import type { Safe } from '../content/backend/schemas.ts';
import type { RecordProblem } from '../content/menu/menu.ts';
import { slug } from '../content/menu/slug.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { SiteError } from '../lib/failures.ts';
import { backendSections } from '../site/sections/index.ts';
import { type Mistake, valuesIn } from './content-text.ts';

type Parse = (data: unknown, problems: RecordProblem[]) => unknown;

/** Visitors get sanitised text; the plain text of a rich text is its HTML. */
const asWritten = (text: string): string => text;
export const passThroughSanitizer: Safe = {
  assetHref: asWritten,
  fileHref: asWritten,
  linkHref: asWritten,
  html: (html) => ({ html: [html], text: html, removed: [] }),
};

/** Returns the file with the common data of a code. Codes without a slug, such as Chinese ones, use their letters and digits. */
export const commonFile = (language: string, code: string): string =>
  `${language}/common/${slug(code) || code.replace(/[^\p{L}\p{N}]/gu, '')}.json`;

const ARTICLES = 'articles/';

/** Creates the parsers of a language's files, by file name without extension or by folder. */
function createFileParsers(language: Language): [file: string, parse: Parse][] {
  const parsers = createParsers(language, passThroughSanitizer);
  const files: Record<string, Parse> = {
    menu: parsers.menu,
    group: parsers.group,
    home: parsers.home,
    'home-components': (list, problems) => parsers.homeComponents({ list }, problems),
    declare: parsers.intake,
    'common/': parsers.common,
    [ARTICLES]: parsers.article,
  };
  for (const { file, call } of Object.values(backendSections))
    files[file] = (data, problems) => call.parse(data, problems, parsers.fields);
  return Object.entries(files).map(([file, parse]) => [`${language}/${file}`, parse]);
}

const fileParsers = new Map(languages.flatMap(createFileParsers));

/** Returns the file kind: `zh/menu` or `zh/articles/`. */
const kindOf = (name: string): string =>
  name.replace(/\.json$/u, '').replace(/^(\w+\/(?:articles|common)\/)[^/]+$/u, '$1');

/** Returns whether the site reads a file of this name. */
export const isContentFile = (name: string): boolean => fileParsers.has(kindOf(name));

/** Checks the content of a file such as `zh/menu.json`. Without a value, nothing of it can be shown. */
export function checkFile(name: string, content: unknown): { value?: unknown; mistakes: Mistake[] } {
  const kind = kindOf(name);
  const parse = fileParsers.get(kind);
  if (!parse) return { value: content, mistakes: [] };
  const problems: RecordProblem[] = [];
  try {
    const parsed = parse(content, problems);
    return { value: kind.endsWith(ARTICLES) ? parsed : content, mistakes: mistakesIn(content, problems) };
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    const path = error.cause instanceof ZodError ? (error.cause.issues[0]?.path ?? []) : [];
    return { mistakes: [{ path, text: error.detail ?? error.message }] };
  }
}

/** Problems without a record concern the whole menu; the site reports those itself. */
function mistakesIn(content: unknown, problems: readonly RecordProblem[]): Mistake[] {
  const ofRecords = problems.filter(({ raw }) => raw !== undefined);
  if (ofRecords.length === 0) return [];
  const paths = new Map(valuesIn(content).map(([path, value]) => [value, path]));
  return ofRecords.map(({ problem, raw, field = [] }) => ({
    path: [...(paths.get(raw) ?? []), ...field],
    text: problem,
  }));
}
