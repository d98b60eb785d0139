import { data, type FakeBackend, PATHS } from '../../../support/fake-backend.ts';
import { GROUP_OPTIONAL, HOME_ORDER, SECTION_PAGES, withRecords } from '../../../support/fake-content.ts';
import { menu } from '../../../support/fake-menu.ts';
import { backendKinds } from '../../../support/section-pages.ts';

const GOOD_DAY = '2029-05-31';

/** Returns rich text with the payload as text, in attributes and as a URL. */
const richText = (text: string): string =>
  `<p>${text}</p>${text}<p title="${text}"><a href="${text}">x</a><a href='${text}'>x</a> <img src="${text}" alt="${text}"></p>`;

/** Returns a record with the payload in every text or URL field, and valid days and numbers. */
const plain = (text: string) => ({
  title: text,
  name: text,
  subtitle: text,
  summary: text,
  description: richText(text),
  remarkContent: richText(text),
  issuer: text,
  author: text,
  source: text,
  label: text,
  value: text,
  unit: text,
  picUrl: text,
  linkUrl: text,
  fileUrl: text,
  columnCode: text,
  awardTime: GOOD_DAY,
  eventTime: GOOD_DAY,
  publishTime: GOOD_DAY,
  fileSize: 1,
});

/** Like `plain`, but with the payload in days, numbers, identifiers and codes, too. */
const throughout = (text: string) => ({
  ...plain(text),
  id: text,
  componentCode: text,
  awardTime: text,
  eventTime: text,
  publishTime: text,
  year: text,
  fileSize: text,
  size: text,
  sort: text,
});

const records = (texts: readonly string[]): object[] => [
  ...texts.map((text, index) => ({ id: `x${index}`, componentCode: 'intro', ...plain(text) })),
  ...texts.map(throughout),
];

/** Pages with lists whose records contain the payloads. */
export const LIST_PAGES = [
  '/en',
  ...Object.values(SECTION_PAGES).map((page) => `/en${page}`),
  '/en/who-we-are/our-story',
  '/en/newsroom/insights',
  '/en/search?keyword=x',
];

/** Fills every list of the content with one or two records for each payload. */
export function fillLists(fake: FakeBackend, texts: readonly string[]): void {
  const list = records(texts);
  const page = data({ list, total: list.length });
  fake.override(PATHS.common, data(list));
  for (const kind of backendKinds) {
    const answer = withRecords(fake.content.en, kind, list);
    fake.override(
      PATHS[kind],
      data(Array.isArray(answer) ? answer : { ...(answer as object), ...plain(texts[0] ?? ''), list }),
    );
  }
  for (const path of [PATHS.articles, PATHS.search]) fake.override(path, page);
  fake.override(PATHS.home, data({ title: texts[0], subtitle: texts[1], banners: list, figures: list }));
  const blocks = texts.map((text, index) => ({
    ...plain(text),
    id: `h${index}`,
    componentCode: HOME_ORDER[index % HOME_ORDER.length],
    sort: index,
  }));
  fake.override(
    PATHS.homeComponents,
    data({ list: blocks.slice(0, 2 * HOME_ORDER.length), total: blocks.length }),
  );
}

/** Pages whose only record, group or menu item contains one payload in all its fields. */
export const SINGLE_PAGES = ['/en', '/en/articles/x', '/en/apply'];

/** Puts one payload into every field of single records and of a menu item with a page and a child. */
export function fillSingles(fake: FakeBackend, text: string): void {
  const item = { code: text, name: text, description: text, picUrl: text };
  fake.override(
    PATHS.menu,
    data([
      ...menu.en,
      { ...item, id: 'x', haveDetail: true },
      { ...item, id: text, parentId: 'x', haveDetail: false },
    ]),
  );
  fake.override(
    PATHS.group,
    data(Object.fromEntries(['name', ...GROUP_OPTIONAL].map((name) => [name, text]))),
  );
  fake.override(
    PATHS.declare,
    data({ componentCode: 'declare', enabled: false, title: text, description: text }),
  );
  const neighbour = { id: text, title: text };
  const attachments = [
    { name: text, url: '/assets/leaflet.pdf', size: text },
    { name: 'x', url: text },
  ];
  const around = { attachments, previous: neighbour, next: neighbour };
  fake.override(PATHS.article, data({ ...throughout(text), ...around, id: 'x', content: richText(text) }));
  fake.override(PATHS.home, data({ title: text, subtitle: text, banners: [], figures: [] }));
}
