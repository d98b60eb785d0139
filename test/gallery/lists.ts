import { createFields } from '../../src/content/backend/schemas.ts';
import type { Paging } from '../../src/content/paging.ts';
import { formatDay } from '../../src/content/time.ts';
import { unchanged } from '../../src/content-folder/check-file.ts';
import type { Language } from '../../src/i18n/languages.ts';
import { catalogue, texts } from '../../src/i18n/set-up.ts';
import { paginationOf } from '../../src/site/menu-page/section-content.ts';
import { backendSections } from '../../src/site/sections/index.ts';
import type { SectionContent } from '../../src/site/sections/section-view.tsx';
import type { ArticleCard } from '../../views/components/article-list.tsx';
import type { PaginationModel } from '../../views/components/links.tsx';
import type { DayModel } from '../../views/components/text.tsx';
import { exampleOf, fakeContent, withRecords } from '../support/fake-content.ts';
import { type BackendKind, backendKinds } from '../support/section-pages.ts';
import { hrefOf } from './layouts.ts';
import { MISSING, SCENE, UPRIGHT } from './pictures.ts';
import { many } from './specimen.ts';
import { cleaned, type Words } from './words.ts';

/** Content of each item, which is usual, without optional values, or too long. */
export type Style = 'usual' | 'bare' | 'long';

const MONTHS = 12;
const FIRST_YEAR = 2030;
const A_YEAR = 8;
const EXAMPLES = 5;
const fields = createFields(unchanged);

export const day = ({ language }: Words, number: number): DayModel => {
  const iso = `${FIRST_YEAR - Math.floor(number / A_YEAR)}-${`${(number % MONTHS) + 1}`.padStart(2, '0')}-16`;
  return { iso, text: formatDay(iso, language) };
};

/** Returns a title. Every third long title has an unbreakable word. */
export function titleIn(words: Words, style: Style, number: number): string {
  if (style !== 'long') return `${words.title} ${number}`;
  return `${number} ${number % 3 === 1 ? words.unbroken : words.longTitle}`;
}

export const optional = <T>(style: Style, value: T): T | undefined => (style === 'bare' ? undefined : value);
const wordsIn = (words: Words, style: Style): string | undefined =>
  optional(style, style === 'long' ? `${words.unbroken} ${words.paragraph}` : words.sentence);

/** Returns a picture's path. Every fourth usual picture is missing. */
const pictureIn = (style: Style, number: number, href = SCENE): string | undefined =>
  optional(style, style === 'usual' && number % 4 === 3 ? MISSING : href);

export const card = (words: Words, style: Style, number: number): ArticleCard => {
  const summary = wordsIn(words, style);
  return {
    href: hrefOf(words, `articles/${number}`),
    title: [{ text: titleIn(words, style, number), hit: false }],
    summary: summary === undefined ? undefined : [{ text: summary, hit: false }],
    picUrl: pictureIn(style, number),
    day: optional(style, day(words, number)),
    column: optional(style, style === 'long' ? words.longTitle : words.menu[2]),
  };
};

export const pagination = (words: Words, paging: Paging): PaginationModel | undefined =>
  paginationOf(
    paging,
    { texts: words.texts, t: catalogue.getFixedT(words.language) },
    hrefOf(words, 'articles'),
  );

type Make = (words: Words, style: Style, count: number) => SectionContent;
type Kind = BackendKind | 'articles' | 'cards';

function inYears<T>(words: Words, list: T[]): { year: string; list: T[] }[] {
  const years = many(Math.ceil(list.length / A_YEAR), (number) =>
    list.slice((number - 1) * A_YEAR, number * A_YEAR),
  );
  return years.map((records, index) => ({
    year: index === 1 ? words.texts.undated : `${FIRST_YEAR - index}`,
    list: records,
  }));
}

const ownLists: Record<'articles' | 'cards', Make> & Partial<Record<BackendKind, Make>> = {
  articles: (words, style, count) => ({
    kind: 'articles',
    list: many(count, (number) => card(words, style, number)),
  }),
  cards: (words, style, count) => ({
    kind: 'cards',
    list: many(count, (number) => ({
      href: hrefOf(words, `pages/${number}`),
      name: titleIn(words, style, number),
      description: wordsIn(words, style),
      picUrl: pictureIn(style, number),
    })),
  }),
  honours: (words, style, count) => ({
    kind: 'honours',
    list: many(count, (number) => ({
      id: `${number}`,
      title: titleIn(words, style, number),
      issuer: optional(style, style === 'long' ? words.unbroken : words.name),
      day: optional(style, day(words, number)),
      picUrl: pictureIn(style, number, UPRIGHT),
    })),
  }),
  events: (words, style, count) => ({
    kind: 'events',
    years: inYears(
      words,
      many(count, (number) => ({
        id: `${number}`,
        title: titleIn(words, style, number),
        day: day(words, number),
        description: wordsIn(words, style),
        picUrl: number % 2 === 1 ? pictureIn(style, number) : undefined,
      })),
    ),
  }),
  reports: (words, style, count) => ({
    kind: 'reports',
    years: inYears(
      words,
      many(count, (number) => ({
        id: `${number}`,
        title: titleIn(words, style, number),
        file: {
          href: `/files/gallery/report-${number}.pdf`,
          name: words.texts.download,
          meta: optional(style, 'PDF, 12.4 MB') ?? '',
        },
        day: optional(style, day(words, number)),
        picUrl: pictureIn(style, number, UPRIGHT),
      })),
    ),
  }),
  directions: (words, style, count) => ({
    kind: 'directions',
    list: many(count, (number) => ({
      id: `${number}`,
      title: titleIn(words, style, number),
      html: optional(
        style,
        cleaned(words, `<p>${wordsIn(words, style)}</p><ul><li>${words.title}</li></ul>`),
      ),
      picUrl: pictureIn(style, number),
    })),
  }),
  products: (words, style, count) => ({
    kind: 'products',
    title: optional(style, titleIn(words, style, 1)),
    description: wordsIn(words, style),
    list: many(count, (number) => ({
      id: `${number}`,
      name: titleIn(words, style, number),
      description: wordsIn(words, style),
      picUrl: pictureIn(style, number),
      linkUrl: optional(style, 'https://www.example.com/'),
    })),
  }),
};

/** Builds the content of a section from several copies of its example. */
async function exampleContent(kind: BackendKind, language: Language): Promise<SectionContent> {
  const section = backendSections[kind];
  const answer = withRecords(
    fakeContent(language, ''),
    kind,
    many(EXAMPLES, (id) => ({ ...exampleOf(kind, language), id })),
  );
  const reader = {
    language,
    read: async ({ parse }: typeof section.call) => parse(answer, [], fields),
  };
  const context = { reader, texts: texts(language) } as unknown as Parameters<typeof section.load>[0];
  return (await section.load(context)) ?? { kind: 'articles', list: [] };
}

/** Builds specimens from a section's example, for sections without specimens of their own. */
async function exampleList(kind: BackendKind): Promise<Make> {
  const contents = { zh: await exampleContent(kind, 'zh'), en: await exampleContent(kind, 'en') };
  return ({ language }) => contents[language];
}

const others = backendKinds.filter((kind) => ownLists[kind] === undefined);
const otherLists = await Promise.all(others.map(async (kind) => [kind, await exampleList(kind)] as const));

export const lists = { ...ownLists, ...Object.fromEntries(otherLists) } as Record<Kind, Make>;

export const listKinds = Object.keys(lists) as Kind[];
