import type { BackgroundReader } from '../backend/content.ts';
import type { SectionKind } from '../content/menu/sections.ts';
import { plainLines } from '../content/text/plain-text.ts';
import { formatDay } from '../content/time.ts';
import type { Language } from '../i18n/languages.ts';
import { texts } from '../i18n/set-up.ts';
import type { PageText } from './page-index.ts';

/** What is read of a menu item: its language's content, and the code that names its common data. */
type Asked = { reader: BackgroundReader; language: Language; code: string };
type Read = (asked: Asked) => Promise<PageText>;

/** Characters of an editor's HTML that are read; a page that holds more is found by what it begins with. */
const MOST_HTML = 100_000;

const html = (text = ''): string[] => plainLines(text.slice(0, MOST_HTML));

/** What a record says, in one line. */
const line = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

const day = (iso: string | undefined, language: Language): string | undefined =>
  iso === undefined ? undefined : formatDay(iso, language);

/** The text of records, of which each has a title and some lines. */
function textOf<T>(
  records: readonly T[],
  titleOf: (record: T) => string | undefined,
  linesOf: (record: T) => string[],
): PageText {
  return {
    titles: records.flatMap((record) => titleOf(record) ?? []),
    lines: records.flatMap(linesOf).filter((one) => one !== ''),
  };
}

const common: Read = async ({ reader, code }) =>
  textOf(
    await reader.common(code),
    ({ title }) => title,
    ({ title, remarkContent }) => [line(title), ...html(remarkContent)],
  );

const contact: Read = async (asked) => {
  const [group, departments] = await Promise.all([asked.reader.group(), common(asked)]);
  const { name, phone, email, address, zipCode, wxAccount } = group;
  const words = texts(asked.language);
  const details = { phone, email, address, zipCode, wechat: wxAccount };
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  const labels = known.map(([label]) => words[label as keyof typeof details]);
  const lines = [name, ...known.map(([, value], at) => line(labels[at], value))];
  return { titles: [...departments.titles, ...labels], lines: [...departments.lines, ...lines] };
};

const products: Read = async ({ reader }) => {
  const { title, description, list } = await reader.products();
  const all = [{ name: title, description }, ...list];
  return textOf(
    all,
    ({ name }) => name,
    (product) => [line(product.name, product.description)],
  );
};

const application: Read = async ({ reader }) => {
  const window = await reader.applicationWindow();
  return textOf(
    [window],
    ({ title }) => title,
    ({ title, description }) => [line(title, description)],
  );
};

/** How the content of each kind of section is read. */
const readers: Record<SectionKind, Read> = {
  common,
  honours: async ({ reader, language }) =>
    textOf(
      await reader.honours(),
      ({ title }) => title,
      ({ title, issuer, awardTime }) => [line(title, issuer, day(awardTime, language))],
    ),
  events: async ({ reader, language }) =>
    textOf(
      await reader.events(),
      ({ title }) => title,
      ({ title, eventTime, description }) => [line(day(eventTime, language), title, description)],
    ),
  reports: async ({ reader, language }) =>
    textOf(
      await reader.reports(),
      ({ title }) => title,
      ({ title, year, publishTime }) => [line(title, day(publishTime, language) ?? year?.toString())],
    ),
  directions: async ({ reader }) =>
    textOf(
      await reader.directions(),
      ({ title }) => title,
      ({ title, description }) => [title, ...html(description)],
    ),
  products,
  contact,
  application,
};

/** What a menu item shows, as plain text; an item of no kind of its own shows its common data. */
export const sectionText = (kind: SectionKind, asked: Asked): Promise<PageText> => readers[kind](asked);
