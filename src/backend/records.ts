import type * as z from 'zod';
import type { RecordProblem } from '../content/menu/menu-items.ts';
import { collectRemovedMarkup } from '../content/text/removed-markup.ts';
import { Failure } from '../lib/failures.ts';
import { type Listing, optionalCount } from './schemas.ts';

/** `title: Invalid input` */
const problemOf = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`).join('; ');

function recordId(raw: unknown): string {
  const id = (raw as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'without id';
}

/** Parses a record; adds what was removed from its rich texts to `problems`. */
function parse<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]) {
  const { value, removed } = collectRemovedMarkup(() => schema.safeParse(raw));
  problems.push(...removed.map((what) => ({ record: recordId(raw), problem: `removed ${what}` })));
  return value;
}

/** Parses one record; adds the errors of an invalid one to `problems`. */
export function readRecord<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T | undefined {
  const { data, error } = parse(schema, raw, problems);
  if (error)
    problems.push({ record: recordId(raw), problem: problemOf(error), raw, field: error.issues[0]?.path });
  return data;
}

/** Parses the valid records of a list. */
export function readRecords<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T[] {
  if (!Array.isArray(raw)) throw new Failure('noData', { detail: 'a list is missing' });
  return raw.flatMap((record: unknown) => readRecord(schema, record, problems) ?? []);
}

/** Like `readRecords` for a list that may be missing. */
export const readOptionalRecords = <T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T[] =>
  Array.isArray(raw) ? readRecords(schema, raw, problems) : [];

/** Parses a single object; throws a `Failure` if it is invalid. */
export function readObject<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T {
  const { success, data, error } = parse(schema, raw, problems);
  if (success) return data;
  throw new Failure('noData', { cause: error, detail: problemOf(error) });
}

/** Parses one page of a listing. If the total is missing, invalid or too small, the records are counted. */
export function readListing<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): Listing<T> {
  const { list: records, total } = (raw ?? {}) as { list?: unknown; total?: unknown };
  const list = readRecords(schema, records, problems);
  return { list, total: Math.max(optionalCount.parse(total) ?? 0, list.length) };
}
