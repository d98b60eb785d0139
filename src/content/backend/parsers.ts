import * as z from 'zod';
import type { Language } from '../../i18n/languages.ts';
import { SiteError } from '../../lib/failures.ts';
import { buildMenu } from '../menu/build-menu.ts';
import { compareSort, flattenMenu, type Menu, type RecordProblem } from '../menu/menu.ts';
import { PAGE_SIZE } from '../paging.ts';
import type { RichText } from '../text/rich-text.ts';
import {
  type ArticleSummary,
  createFields,
  createSchemas,
  type Listing,
  optionalCount,
  rejectAs,
  type Sanitizer,
} from './schemas.ts';

const isEmptyText = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Backends also send empty texts, lists and objects for a missing value. Does not recurse: a value may be nested deeply. */
const isEmptyValue = (value: unknown): boolean =>
  isEmptyText(value) || (typeof value === 'object' && Object.values(value ?? {}).every(isEmptyText));

/** Describes all errors: `title: is missing; fileUrl: is not the URL of a file`. */
const describeIssues = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`).join('; ');

function describeRecordId(raw: unknown): string {
  const id = (raw as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'without id';
}

const richTextsOf = (record: unknown): [field: string, text: Partial<RichText>][] =>
  Object.entries(record ?? {}).map(([field, value]) => [field, value ?? {}]);

/** Reports the optional fields of a valid record whose values are invalid, so that the site does not show them. */
function reportLostFields(schema: z.ZodType, raw: unknown, parsed: unknown, problems: RecordProblem[]): void {
  if (!(schema instanceof z.ZodObject)) return;
  const record = describeRecordId(raw);
  for (const [field, { description }] of Object.entries<z.ZodType>(schema.shape))
    if (description && asRecord(parsed)[field] === undefined && !isEmptyValue(asRecord(raw)[field]))
      problems.push({ record, problem: `${field}: is not ${description}`, raw, field: [field] });
}

/** Parses one record. Adds the errors of an invalid one to `problems`, or what the site does not show of a valid one. */
export function readRecord<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T | undefined {
  const record = describeRecordId(raw);
  const { data, error } = schema.safeParse(raw, rejectAs('an object'));
  if (error) {
    // A block of an unknown kind may be meant for another program.
    const isLeftOut = !error.issues.every((issue) => issue.code === 'custom' && issue.params?.isForeign);
    const field = error.issues[0]?.path;
    problems.push({ record, problem: describeIssues(error), raw, field, isLeftOut });
    return undefined;
  }
  for (const [field, { removed = [], exceeded }] of richTextsOf(data)) {
    for (const what of removed) problems.push({ record, problem: `removed ${what}` });
    if (exceeded) problems.push({ record, problem: `${field}: ${exceeded}`, limit: 'text' });
  }
  reportLostFields(schema, raw, data, problems);
  return data;
}

const NOT_AN_ARRAY = 'data, or data.list of pages and products, is not an array';

/** Limits of a list, which bound work on the event loop. `richWork`: work for texts, after which the others become plain lines. */
export const LIST_LIMITS = { records: 1000, richWork: 400_000, work: 800_000 };

const sumWork = (record: unknown): number =>
  richTextsOf(record).reduce((sum, [, { work = 0 }]) => sum + work, 0);

/** Steps of a parser, which pauses between the records of a possibly long list. */
export type Parsing<T> = Generator<undefined, T>;

/** Parses the valid records of a list, after too much work with `plainSchema`. Leaves out the records beyond the limits. */
export function* readRecords<T>(
  schema: z.ZodType<T>,
  raw: unknown,
  problems: RecordProblem[],
  plainSchema = schema,
): Parsing<T[]> {
  if (!Array.isArray(raw)) throw new SiteError('noData', { detail: NOT_AN_ARRAY });
  const records: T[] = [];
  let work = 0;
  for (const [at, one] of raw.entries()) {
    if (at >= LIST_LIMITS.records || work >= LIST_LIMITS.work) {
      const problem = `left out like all records after it: the site shows ${at} of ${raw.length} records`;
      problems.push({ record: describeRecordId(one), problem, limit: 'list' });
      break;
    }
    const record = readRecord(work < LIST_LIMITS.richWork ? schema : plainSchema, one, problems);
    work += sumWork(record);
    if (record !== undefined) records.push(record);
    yield;
  }
  return records;
}

/** Like `readRecords`, for an optional list in a field of an object. */
export function readOptionalRecords<T>(
  schema: z.ZodType<T>,
  object: unknown,
  field: string,
  problems: RecordProblem[],
): Parsing<T[]> {
  const raw = asRecord(object)[field];
  if (!Array.isArray(raw) && !isEmptyValue(raw)) {
    const problem = `${field}: is not a list`;
    problems.push({ record: describeRecordId(object), problem, raw: object, field: [field] });
  }
  return readRecords(schema, Array.isArray(raw) ? raw : [], problems);
}

/** Parses a single object; throws a `SiteError` if it is invalid. */
export function* readObject<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): Parsing<T> {
  const data = readRecord(schema, raw, problems);
  yield;
  if (data === undefined) throw new SiteError('noData', { detail: problems.at(-1)?.problem });
  return data;
}

const NO_TOTAL = 'is missing or not a whole number; only the first page is shown';

type Problems = RecordProblem[];

/** Creates parsers for the contract's data, except section data. They drop invalid records and add the reasons to `problems`. */
export function createParsers(language: Language, sanitizer: Sanitizer) {
  const fields = createFields(sanitizer);
  const schemas = createSchemas(fields);
  const plainSchemas = createSchemas(fields.plain);

  return {
    fields,

    *menu(data: unknown, problems: Problems): Parsing<Menu> {
      if (!Array.isArray(data)) throw new SiteError('noData', { detail: NOT_AN_ARRAY });
      const records = flattenMenu(data, (raw) => readRecord(schemas.menuItem, raw, problems));
      return buildMenu(records, language, problems);
    },

    group: (data: unknown, problems: Problems) => readObject(schemas.group, data, problems),

    common: (data: unknown, problems: Problems) =>
      readRecords(schemas.common, data, problems, plainSchemas.common),

    *home(data: unknown, problems: Problems) {
      return {
        ...(yield* readObject(schemas.home, data, problems)),
        banners: yield* readOptionalRecords(schemas.banner, data, 'banners', problems),
        figures: yield* readOptionalRecords(schemas.figure, data, 'figures', problems),
      };
    },

    *homeComponents(data: unknown, problems: Problems) {
      const list = yield* readRecords(schemas.homeComponent, asRecord(data).list, problems);
      return list.sort(compareSort);
    },

    /** Parses one page of articles. If the total is missing, invalid or too small, counts the records. */
    *articles(data: unknown, problems: Problems): Parsing<Listing<ArticleSummary>> {
      const { list: records, total } = asRecord(data);
      const list = yield* readRecords(schemas.articleSummary, records, problems);
      const received = (records as unknown[]).length;
      const count = optionalCount.parse(total);
      if (count === undefined && received >= PAGE_SIZE) problems.push({ record: 'total', problem: NO_TOTAL });
      return { list, total: Math.max(count ?? 0, list.length), received };
    },

    /** Parses an article. Its text is optional if it has attachments. */
    *article(data: unknown, problems: Problems) {
      const article = yield* readObject(schemas.article, data, problems);
      const attachments = yield* readOptionalRecords(schemas.attachment, data, 'attachments', problems);
      if (!article.content && attachments.length === 0)
        throw new SiteError('noData', { detail: 'content: is missing' });
      return { ...article, attachments };
    },

    intake: (data: unknown, problems: Problems) => readObject(schemas.intake, data, problems),
  };
}

export type Parsers = ReturnType<typeof createParsers>;

const asRecord = (data: unknown) => (data ?? {}) as Record<string, unknown>;
