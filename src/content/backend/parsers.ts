import type * as z from 'zod';
import type { Language } from '../../i18n/languages.ts';
import { SiteError } from '../../lib/failures.ts';
import { buildMenu } from '../menu/build-menu.ts';
import { compareSort, flattenMenu, type RecordProblem } from '../menu/menu.ts';
import { MarkupLimitError, PASTED_DATA } from '../text/parse-html.ts';
import type { RichText } from '../text/rich-text.ts';
import { parseIsoTime } from '../time.ts';
import { createFields, createSchemas, type Listing, optionalCount, type Safe } from './schemas.ts';

/** Describes all errors: `title: is missing; eventTime: is not a time`. */
const describeIssues = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'record'}: ${issue.message}`).join('; ');

function describeRecordId(raw: unknown): string {
  const id = (raw as { id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : 'without id';
}

/** Parses a record and adds the parts removed from its rich texts to `problems`. Throws a `SiteError` if a text is too large. */
function parseRecord<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]) {
  const record = describeRecordId(raw);
  try {
    const parsed = schema.safeParse(raw);
    for (const field of Object.values(parsed.data ?? {}) as Partial<RichText>[])
      for (const what of field?.removed ?? []) problems.push({ record, problem: `removed ${what}` });
    return parsed;
  } catch (error) {
    if (!(error instanceof MarkupLimitError)) throw error;
    throw new SiteError('tooLarge', { cause: error, detail: `record ${record}: ${error.message}` });
  }
}

/** Parses one record; adds the errors of an invalid one to `problems`. */
export function readRecord<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T | undefined {
  const { data, error } = parseRecord(schema, raw, problems);
  if (error)
    problems.push({
      record: describeRecordId(raw),
      problem: describeIssues(error),
      raw,
      field: error.issues[0]?.path,
    });
  return data;
}

/** Limits of the records of a response, because parsing them blocks the event loop. A line becomes a paragraph. */
export const LIST_LIMITS = { records: 5000, tags: 20_000, addresses: 4000, characters: 1_000_000 };
const TAG_OR_LINE = /[<\r\n]/u;
const ADDRESS = /(?:src|href|url)\s*=/iu;

/** Creates a function that adds up what the texts of records contain. It returns the name of an exceeded limit. */
function createListCounter() {
  const sums = { tags: 0, addresses: 0, characters: 0 };
  return (record: unknown): keyof typeof sums | undefined => {
    for (const text of Object.values(record ?? {}).filter((value) => typeof value === 'string')) {
      sums.tags += text.split(TAG_OR_LINE).length - 1;
      sums.addresses += text.split(ADDRESS).length - 1;
      sums.characters += text.replace(PASTED_DATA, '').length;
    }
    return (Object.keys(sums) as (keyof typeof sums)[]).find((name) => sums[name] > LIST_LIMITS[name]);
  };
}

/** Parses the valid records of a list. Parsing blocks the process, so a list that is too expensive is rejected. */
export function readRecords<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T[] {
  if (!Array.isArray(raw)) throw new SiteError('noData', { detail: 'a list is missing' });
  if (raw.length > LIST_LIMITS.records)
    throw new SiteError('tooLarge', {
      detail: `${raw.length} records; the site shows ${LIST_LIMITS.records}`,
    });
  const records: T[] = [];
  const countTexts = createListCounter();
  for (const one of raw as unknown[]) {
    const limit = countTexts(one);
    if (limit !== undefined) {
      const detail = `record ${describeRecordId(one)}: more than ${LIST_LIMITS[limit]} ${limit} up to here`;
      throw new SiteError('tooLarge', { detail });
    }
    const record = readRecord(schema, one, problems);
    if (record !== undefined) records.push(record);
  }
  return records;
}

/** Like `readRecords`, for an optional list. */
export const readOptionalRecords = <T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T[] =>
  Array.isArray(raw) ? readRecords(schema, raw, problems) : [];

/** Parses a single object; throws a `SiteError` if it is invalid. */
export function readObject<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): T {
  const { success, data, error } = parseRecord(schema, raw, problems);
  if (success) return data;
  throw new SiteError('noData', { cause: error, detail: describeIssues(error) });
}

/** Parses one page of a listing. If the total is missing, invalid or too small, counts the records. */
function readListing<T>(schema: z.ZodType<T>, raw: unknown, problems: RecordProblem[]): Listing<T> {
  const { list: records, total } = (raw ?? {}) as { list?: unknown; total?: unknown };
  const list = readRecords(schema, records, problems);
  const received = (records as unknown[]).length;
  return { list, total: Math.max(optionalCount.parse(total) ?? 0, list.length), received };
}

type Problems = RecordProblem[];

/** Creates parsers for the contract's data, except section data. They drop invalid records and add the reasons to `problems`. */
export function createParsers(language: Language, safe: Safe) {
  const fields = createFields(safe);
  const schemas = createSchemas(fields);

  return {
    fields,

    menu(data: unknown, problems: Problems) {
      if (!Array.isArray(data)) throw new SiteError('noData', { detail: 'the menu is not a list' });
      const records = flattenMenu(data, (raw) => readRecord(schemas.menuItem, raw, problems));
      return buildMenu(records, language, problems);
    },

    group: (data: unknown, problems: Problems) => readObject(schemas.group, data, problems),

    common: (data: unknown, problems: Problems) => readRecords(schemas.common, data, problems),

    home(data: unknown, problems: Problems) {
      return {
        ...readObject(schemas.home, data, problems),
        banners: readOptionalRecords(schemas.banner, asRecord(data).banners, problems),
        figures: readOptionalRecords(schemas.figure, asRecord(data).figures, problems),
      };
    },

    homeComponents(data: unknown, problems: Problems) {
      const { list } = readListing(schemas.homeComponent, data, problems);
      return list.sort(compareSort);
    },

    articles: (data: unknown, problems: Problems) => readListing(schemas.articleSummary, data, problems),

    /** Parses an article. Its text is optional if it has attachments. */
    article(data: unknown, problems: Problems) {
      const article = readObject(schemas.article, data, problems);
      const attachments = readOptionalRecords(schemas.attachment, asRecord(data).attachments, problems);
      if (!article.content && attachments.length === 0)
        throw new SiteError('noData', { detail: 'content: is missing' });
      return { ...article, publishedAt: parseIsoTime(asRecord(data).publishTime), attachments };
    },

    intake: (data: unknown, problems: Problems) => readObject(schemas.intake, data, problems),
  };
}

export type Parsers = ReturnType<typeof createParsers>;

const asRecord = (data: unknown) => data as Record<string, unknown>;
