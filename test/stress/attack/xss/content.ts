import { textFields } from '../../../../src/applications/rules/fields.ts';
import { buildPdf } from '../../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { data, type FakeBackend, PATHS } from '../../../support/fake-backend.ts';
import { GROUP_OPTIONAL, HOME_ORDER, SECTION_PAGES, withRecords } from '../../../support/fake-content.ts';
import { menu } from '../../../support/fake-menu.ts';
import { formClient } from '../../../support/form-client.ts';
import { backendKinds } from '../../../support/section-pages.ts';
import { words } from '../../../support/words.ts';
import type { Echo } from './watched-browser.ts';

const GOOD_DAY = '2029-05-31';
const DAYS = words('awardTime eventTime publishTime');
const TEXTS = words(
  'title name subtitle summary issuer author source label value unit picUrl linkUrl fileUrl columnCode',
);
/** Identifiers, codes, numbers and days. */
const OTHERS = [...DAYS, ...words('id componentCode year fileSize size sort')];

const all = <T>(names: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, value]));

/** Returns rich text with the payload as text, in attributes and as a URL. */
const richText = (text: string): string =>
  `<p>${text}</p>${text}<p title="${text}"><a href="${text}">x</a><a href='${text}'>x</a> <img src="${text}" alt="${text}"></p>`;

/** Returns a record with the payload in every text or URL field, and valid days and numbers. */
const plain = (text: string) => ({
  ...all(TEXTS, text),
  ...all(['description', 'remarkContent'], richText(text)),
  ...all(DAYS, GOOD_DAY),
  fileSize: 1,
});
const throughout = (text: string) => ({ ...plain(text), ...all(OTHERS, text) });

/** Pages with lists whose records contain the payloads. */
export const LIST_PAGES = [
  '/en',
  ...Object.values(SECTION_PAGES).map((page) => `/en${page}`),
  '/en/who-we-are/our-story',
  '/en/newsroom/insights',
  '/en/search?keyword=x',
];

/** Fills every list of the content with two records for each payload. */
export function fillLists(fake: FakeBackend, texts: readonly string[]): void {
  const list = [
    ...texts.map((text, index) => ({ id: `x${index}`, componentCode: 'intro', ...plain(text) })),
    ...texts.map(throughout),
  ];
  fake.override(PATHS.common, data(list));
  for (const kind of backendKinds) {
    const answer = withRecords(fake.content.en, kind, list);
    const object = { ...(answer as object), ...plain(texts[0] ?? ''), list };
    fake.override(PATHS[kind], data(Array.isArray(answer) ? answer : object));
  }
  for (const path of [PATHS.articles, PATHS.search]) fake.override(path, data({ list, total: list.length }));
  fake.override(PATHS.home, data({ title: texts[0], subtitle: texts[1], banners: list, figures: list }));
  const blocks = texts.slice(0, 2 * HOME_ORDER.length).map((text, index) => ({
    ...plain(text),
    id: `h${index}`,
    componentCode: HOME_ORDER[index % HOME_ORDER.length],
    sort: index,
  }));
  fake.override(PATHS.homeComponents, data({ list: blocks, total: blocks.length }));
}

/** Pages whose only record, group or menu item contains one payload in all its fields. */
export const SINGLE_PAGES = ['/en', '/en/articles/x', '/en/apply'];

/** Puts one payload into every field of single records and of a menu item with a page and a child. */
export function fillSingles(fake: FakeBackend, text: string): void {
  const item = all(words('code name description picUrl'), text);
  const page = { ...item, id: 'x', haveDetail: true };
  const child = { ...item, id: text, parentId: 'x', haveDetail: false };
  fake.override(PATHS.menu, data([...menu.en, page, child]));
  fake.override(PATHS.group, data(all(['name', ...GROUP_OPTIONAL], text)));
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

/** Returns paths whose responses contain the text. */
export const echoingPaths = (text: string): string[] => {
  const written = encodeURIComponent(text.toWellFormed());
  const word = encodeURIComponent([...text.toWellFormed()].slice(0, 100).join(''));
  return [
    `/en/search?keyword=${word}&page=1&${written}=${written}`,
    `/search?keyword=${written}&page=${written}`,
    `/en/${written}?lang=${written}`,
    `/en/newsroom/insights?page=2&go=${written}`,
  ];
};

/** Omits headers that forbid frames, because such responses are out of scope. */
const SHOWN_HEADERS = words('content-type content-security-policy x-content-type-options');

/** Returns responses to submissions, field checks and uploads with a text in every field, file name, button and header. */
export async function formEchoes(port: number, text: string): Promise<Echo[]> {
  const client = formClient(port, '/en/apply');
  const wellFormed = text.toWellFormed();
  const inHeader = text.replaceAll(/[^ -~]/gu, '?');
  const headers = all(words('Accept-Language Referer User-Agent HX-Target'), inHeader);
  const htmx = { 'HX-Request': 'true' };
  await client.get(undefined, headers);
  const fields = all(textFields, wellFormed);
  const content = buildPdf();
  const files = [
    { name: `${wellFormed}.pdf`, content },
    { name: `${wellFormed}.exe`, content },
  ];
  const answers = [
    await client.post({ fields: { ...fields, captcha: text }, files, headers }),
    await client.post({ fields, check: 'companyName', headers: htmx }),
    await client.post({ to: 'files', files, button: { action: 'upload' }, headers: htmx }),
  ];
  await client.post({ button: { remove: text, [text]: text } });
  answers.push(await client.get());
  return answers.map((answer) => ({
    html: answer.text,
    headers: Object.fromEntries(SHOWN_HEADERS.map((name) => [name, String(answer.headers[name] ?? '')])),
  }));
}
