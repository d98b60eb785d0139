import type { z } from 'zod';
import type { Fault } from '../content/menu-items.ts';
import { Failure } from '../failures.ts';
import type { Listing } from './schemas.ts';

/** What is wrong with a record, in one line: `title: Invalid input`. */
const faultOf = (raw: unknown, error: z.ZodError): Fault => ({
  record: recordId(raw),
  fault: error.issues.map((issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`).join('; '),
});

function recordId(raw: unknown): string {
  const id = (raw as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'without id';
}

/** One record, or what is wrong with it. */
export function checkRecord<T>(schema: z.ZodType<T>, raw: unknown): T | Fault {
  const parsed = schema.safeParse(raw);
  return parsed.success ? parsed.data : faultOf(raw, parsed.error);
}

/** The good records of a list; a bad one drops alone and is added to `faults`. */
export function readRecords<T>(schema: z.ZodType<T>, raw: unknown, faults: Fault[]): T[] {
  if (!Array.isArray(raw)) throw new Failure('noData', { detail: 'no list where one belongs' });
  return raw.flatMap((record: unknown) => {
    const parsed = schema.safeParse(record);
    if (parsed.success) return [parsed.data];
    faults.push(faultOf(record, parsed.error));
    return [];
  });
}

/** The same for a list that may be missing. */
export const readOptionalRecords = <T>(schema: z.ZodType<T>, raw: unknown, faults: Fault[]): T[] =>
  Array.isArray(raw) ? readRecords(schema, raw, faults) : [];

/** A single object; where something it needs is missing, there is no data. */
export function readObject<T>(schema: z.ZodType<T>, raw: unknown): T {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new Failure('noData', { cause: parsed.error, detail: faultOf(raw, parsed.error).fault });
}

/** One page of a listing; where its total is missing, wrong or too small, what is there counts. */
export function readListing<T>(raw: unknown, readList: (list: unknown) => T[]): Listing<T> {
  const { list: records, total } = (raw ?? {}) as { list?: unknown; total?: unknown };
  const list = readList(records);
  return { list, total: Math.max(countOf(total), list.length) };
}

/** A whole number, also one that is written as text; any other total says nothing. */
function countOf(total: unknown): number {
  const count = typeof total === 'string' && /^\d+$/u.test(total) ? Number(total) : total;
  return Number.isSafeInteger(count) ? (count as number) : 0;
}
