import { buildMenu } from '../content/menu/build-menu.ts';
import { compareSort, flattenMenu, type RecordProblem } from '../content/menu/menu-items.ts';
import type { Language } from '../i18n/languages.ts';
import { Failure } from '../lib/failures.ts';
import { readListing, readObject, readOptionalRecords, readRecord, readRecords } from './records.ts';
import { createFields, createSchemas, type Safe } from './schemas.ts';

type Problems = RecordProblem[];

/** Parsers of the contract's data, except those of sections. They drop invalid records and add the reasons to `problems`. */
export function createParsers(language: Language, safe: Safe) {
  const fields = createFields(safe);
  const schemas = createSchemas(fields);

  return {
    fields,

    menu(data: unknown, problems: Problems) {
      if (!Array.isArray(data)) throw new Failure('noData', { detail: 'the menu is not a list' });
      const records = flattenMenu(data, (raw) => readRecord(schemas.menuItem, raw, problems));
      return buildMenu(records, language, problems);
    },

    group: (data: unknown, problems: Problems) => readObject(schemas.group, data, problems),

    common: (data: unknown, problems: Problems) => readRecords(schemas.common, data, problems),

    home: (data: unknown, problems: Problems) => ({
      ...readObject(schemas.home, data, problems),
      banners: readOptionalRecords(schemas.banner, partsOf(data).banners, problems),
      figures: readOptionalRecords(schemas.figure, partsOf(data).figures, problems),
    }),

    homeComponents: (data: unknown, problems: Problems) =>
      readListing(schemas.homeComponent, data, problems).list.sort(compareSort),

    /** One page of articles. */
    articles: (data: unknown, problems: Problems) => readListing(schemas.articleSummary, data, problems),

    article: (data: unknown, problems: Problems) => ({
      ...readObject(schemas.article, data, problems),
      attachments: readOptionalRecords(schemas.attachment, partsOf(data).attachments, problems),
    }),

    applicationWindow: (data: unknown, problems: Problems) =>
      readObject(schemas.applicationWindow, data, problems),
  };
}

export type Parsers = ReturnType<typeof createParsers>;

const partsOf = (data: unknown) => data as Record<string, unknown>;
