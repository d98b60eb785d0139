import type { ReactNode } from 'react';
import * as z from 'zod';
import type { Contact } from '../../../views/components/contact-details.tsx';
import type { FileModel } from '../../../views/components/links.tsx';
import type { DayModel, Level } from '../../../views/components/text.tsx';
import type { BackgroundReader, Reader, SectionCall } from '../../content/backend/content.ts';
import { readRecords } from '../../content/backend/parsers.ts';
import type { Group, RecordFields } from '../../content/backend/schemas.ts';
import { formatFileType, formatSize } from '../../content/media-formats.ts';
import type { MenuItem } from '../../content/menu/menu.ts';
import type { RichText } from '../../content/text/rich-text.ts';
import { compareNewestFirst, formatDay, parseDay } from '../../content/time.ts';
import type { Language } from '../../i18n/languages.ts';
import { type Texts, translate } from '../../i18n/set-up.ts';

/** Maximum length of rich text that search reads. */
const MAX_SEARCHED = 50_000;

/** Searchable text: the titles of the records, and one line of plain text per paragraph or record. */
export type PageText = { titles: string[]; lines: string[] };
type RecordText = { title?: string; lines: string[] };

/** A kind of content that a menu item or a block of the home page shows, without its view. */
export type Definition = {
  searchText: (context: { reader: BackgroundReader; language: Language; code: string }) => Promise<PageText>;
};

/** Section with its own path in the contract. */
export type BackendDefinition<Data = unknown> = Definition &
  SectionCall<Data> & {
    /** Content folder file that replaces the path, without language and extension. */
    file: string;
    /** Schema of the path's data, for the OpenAPI document. */
    schema: (fields: RecordFields) => z.ZodType;
    /** Backend record with every field, for tests. A string may be given per language. */
    example: Record<string, number | string | Record<Language, string>>;
  };

type BackendOptions<Data> = Omit<BackendDefinition<Data>, 'searchText'> & {
  searchText: (data: Data, language: Language) => PageText;
};

export const defineBackendSection = <Data>({
  searchText,
  ...options
}: BackendOptions<Data>): BackendDefinition<Data> => ({
  ...options,
  searchText: async ({ reader, language }) => searchText(await reader.read(options), language),
});

type ListOptions<T> = Omit<BackendDefinition, 'schema' | 'parse' | 'searchText'> & {
  /** Schema of a record. Records that do not match are omitted. */
  record: (fields: RecordFields) => z.ZodType<T>;
  /** Sorts the list newest first; records without a time keep their order after the others. */
  timeOf?: (record: T) => string | undefined;
  searchText: (record: T, language: Language) => RecordText;
};

/** Defines a section whose path returns a list of records. */
export const defineListSection = <T>({ record, timeOf, searchText, ...options }: ListOptions<T>) =>
  defineBackendSection<T[]>({
    ...options,
    schema: (fields) => z.array(record(fields)),
    *parse(data, problems, fields) {
      const list = yield* readRecords(record(fields), data, problems, record(fields.plain));
      return timeOf ? list.sort((a, b) => compareNewestFirst(timeOf(a), timeOf(b))) : list;
    },
    searchText: (list, language) => joinTexts(list.map((one) => searchText(one, language))),
  });

export const joinTexts = (texts: readonly RecordText[]): PageText => ({
  titles: texts.flatMap(({ title }) => title ?? []),
  lines: texts.flatMap(({ lines }) => lines).filter((line) => line !== ''),
});

export const textLines = (richText?: RichText): string[] =>
  richText ? richText.text.slice(0, MAX_SEARCHED).split('\n') : [];

export const searchLine = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

type SectionContext = { reader: Reader; texts: Texts; siteData: { group: Group } };

/** Props of a section's view. `level`: heading level. */
export type SectionProps<Content> = {
  content: Content;
  level: Level;
  texts: Texts;
  /** Image width next to text. */
  display: 'column' | 'half';
  /** No image is above the section on its page. */
  isFirst?: boolean;
  /** The section is a list with images. */
  isPictured?: boolean;
};

/** Builds the view model of a section and renders it. */
export type Section<Content = unknown> = {
  /** Returns undefined if the menu item has no content of this kind. A home block has no menu item. */
  load: (context: SectionContext, node?: Pick<MenuItem, 'code' | 'name'>) => Promise<Content | undefined>;
  View: (props: SectionProps<Content>) => ReactNode;
};

/** Creates a section that shows the data of its own path. */
export const createSection = <Data, Content>(
  call: SectionCall<Data>,
  buildContent: (data: Data, context: SectionContext) => Content,
  View: Section<Content>['View'],
) => ({
  load: async (context: SectionContext) => buildContent(await context.reader.read(call), context),
  View,
});

/** A list record; `Own` holds the fields specific to its kind. */
export type Entry<Own = unknown> = { id: string; title: string; picUrl?: string } & Own;
export type Year<T> = { year: string; list: T[] };

export function groupByYear<T>(records: T[], yearOf: (record: T) => string): Year<T>[] {
  return [...Map.groupBy(records, yearOf)].map(([year, list]) => ({ year, list }));
}

/** Returns the day of a time for machines and in the language's own format. */
export function buildDayModel(time: string | undefined, language: Language): DayModel | undefined {
  const day = parseDay(time);
  return day === undefined ? undefined : { iso: day, text: formatDay(day, language) };
}

/** Returns a file with its type and size. The type comes from the URL, which names the real file. */
export function buildFileModel(href: string, name: string, size: number | undefined): FileModel {
  const type = formatFileType(href);
  return { href, name, meta: [type, size === undefined ? '' : formatSize(size)].filter(Boolean).join(', ') };
}

export function buildContact(group: Group, language: Language): Contact {
  const { phone, email, address, zipCode, wxAccount, wxQrCodeUrl } = group;
  const wxQrAlt = translate(language, 'wechatQr', { name: group.shortName ?? group.name });
  return { phone, email, address, zipCode, wxAccount, wxQrCodeUrl, wxQrAlt };
}
