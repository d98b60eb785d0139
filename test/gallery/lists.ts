import { createFields } from '../../src/content/backend/schemas.ts';
import type { Paging } from '../../src/content/paging.ts';
import { formatDay } from '../../src/content/time.ts';
import { passThroughSanitizer } from '../../src/content-folder/check-file.ts';
import { catalogue } from '../../src/i18n/set-up.ts';
import { runAtOnce } from '../../src/lib/async.ts';
import { buildPagination } from '../../src/site/menu-page/section-content.ts';
import { backendSections } from '../../src/site/sections/definitions.ts';
import { type SectionContent, sections } from '../../src/site/sections/section-view.tsx';
import type { ArticleCard } from '../../views/components/article-list.tsx';
import type { PaginationModel } from '../../views/components/links.tsx';
import type { DayModel } from '../../views/components/text.tsx';
import { exampleOf, fakeContent, withRecords } from '../support/fake-content.ts';
import { type BackendKind, backendKinds } from '../support/section-pages.ts';
import { hrefOf } from './layouts.ts';
import { MISSING, SCENE } from './pictures.ts';
import { many } from './specimen.ts';
import { cleaned, type Words } from './words.ts';

/** Content of each item, which is usual, without optional values, or too long. */
export type Style = 'usual' | 'bare' | 'long';

const MONTHS = 12;
const FIRST_YEAR = 2030;
const A_YEAR = 8;

const yearOf = (number: number): number => FIRST_YEAR - Math.floor(number / A_YEAR);
const isoDay = (number: number): string =>
  `${yearOf(number)}-${`${(number % MONTHS) + 1}`.padStart(2, '0')}-16`;
export const day = ({ language }: Words, number: number): DayModel => {
  const iso = isoDay(number);
  return { iso, text: formatDay(iso, language) };
};

/** Returns a title. Every third long title has an unbreakable word. */
export function titleIn(words: Words, style: Style, number: number): string {
  if (style !== 'long') return `${words.title} ${number}`;
  return `${number} ${number % 3 === 1 ? words.unbroken : words.longTitle}`;
}

export const optional = <T>(style: Style, value: T): T | undefined => (style === 'bare' ? undefined : value);
const textIn = (words: Words, style: Style): string =>
  style === 'long' ? `${words.unbroken} ${words.paragraph}` : words.sentence;

/** Returns an image path. In the usual style, every fourth record has none, and every fourth image is missing. */
export function pictureIn(style: Style, number: number): string | undefined {
  if (style !== 'usual') return SCENE;
  return [undefined, SCENE, SCENE, MISSING][number % 4];
}

export const card = (words: Words, style: Style, number: number): ArticleCard => ({
  href: hrefOf(words, `articles/${number}`),
  title: [{ text: titleIn(words, style, number), hit: false }],
  summary: optional(style, [{ text: textIn(words, style), hit: false }]),
  picUrl: optional(style, pictureIn(style, number)),
  day: optional(style, day(words, number)),
  column: optional(style, style === 'long' ? words.longTitle : words.menu[2]),
});

export const pagination = (words: Words, paging: Paging): PaginationModel | undefined =>
  buildPagination(
    paging,
    { texts: words.texts, t: catalogue.getFixedT(words.language) },
    hrefOf(words, 'articles'),
  );

const content = fakeContent('en', '');

function parse(words: Words, kind: BackendKind, list: object[]): unknown {
  const html = (text: string) => ({ ...passThroughSanitizer.html(text), html: cleaned(words, text) });
  const fields = createFields({ ...passThroughSanitizer, html });
  return runAtOnce<unknown>(backendSections[kind].parse(withRecords(content, kind, list), [], fields));
}

/** Returns the fields of a section's example without which its schema rejects a record. */
const needed = (words: Words, kind: BackendKind): string[] =>
  Object.keys(exampleOf(kind, 'en')).filter((field) => {
    const { [field]: _omitted, ...rest } = exampleOf(kind, 'en');
    return !JSON.stringify(parse(words, kind, [rest])).includes('"id"');
  });

/** Returns a field value for a section's example in a style. */
function valueIn(words: Words, style: Style, number: number, [field, example]: [string, unknown]): unknown {
  if (field === 'id') return number;
  if (field === 'year') return yearOf(number);
  if (field === 'title' || field === 'name') return titleIn(words, style, number);
  if (field === 'picUrl') return pictureIn(style, number);
  if (field.endsWith('Time')) return isoDay(number);
  if (typeof example === 'number' || field.endsWith('Url')) return example;
  return `${example}`.startsWith('<') ? `<p>${textIn(words, style)}</p>` : textIn(words, style);
}

type Make = (words: Words, style: Style, count: number) => Promise<SectionContent>;

/** Makes the content of a section from its example record. */
const fromExample =
  (kind: BackendKind): Make =>
  async (words, style, count) => {
    const own = needed(words, kind);
    const entries = Object.entries(exampleOf(kind, words.language)).filter(
      ([field]) => style !== 'bare' || own.includes(field),
    );
    const records = many(count, (number) =>
      Object.fromEntries(entries.map((entry) => [entry[0], valueIn(words, style, number, entry)])),
    );
    const reader = { language: words.language, read: async () => parse(words, kind, records) };
    const context = { reader, texts: words.texts } as unknown as Parameters<
      (typeof sections)[BackendKind]['load']
    >[0];
    return sections[kind].load(context);
  };

export const articles = (words: Words, style: Style, count: number) => ({
  kind: 'articles' as const,
  list: many(count, (number) => card(words, style, number)),
});

const cards: Make = async (words, style, count) => ({
  kind: 'cards',
  list: many(count, (number) => ({
    href: hrefOf(words, `pages/${number}`),
    name: titleIn(words, style, number),
    description: optional(style, textIn(words, style)),
    picUrl: optional(style, pictureIn(style, number)),
  })),
});

export const lists = {
  articles: async (...given: Parameters<Make>) => articles(...given),
  cards,
  ...(Object.fromEntries(backendKinds.map((kind) => [kind, fromExample(kind)])) as Record<BackendKind, Make>),
} satisfies Record<string, Make>;
export const listKinds = Object.keys(lists) as (keyof typeof lists)[];
