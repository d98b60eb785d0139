import { textFields } from '../../../../src/applications/rules/fields.ts';
import { buildPdf } from '../../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { data, type FakeBackend, PATHS } from '../../../support/fake-backend.ts';
import { exampleOf, SECTION_PAGES } from '../../../support/fake-content.ts';
import { formClient } from '../../../support/form-client.ts';
import { backendKinds } from '../../../support/section-pages.ts';
import { tusClient } from '../../../support/tus-client.ts';
import { words } from '../../../support/words.ts';
import type { Echo } from './watched-browser.ts';

const all = <T>(names: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, value]));

/** Returns rich text with the payload as text, in attributes and as a URL. */
const richText = (text: string): string =>
  `<p>${text}</p>${text}<p title="${text}"><a href="${text}">x</a><a href='${text}'>x</a> <img src="${text}" alt="${text}"></p>`;

/** Fields without which the site drops or hides a record. */
const KEPT = /^(?:id|componentCode|sort|\w+Time)$/u;

/** Returns a value of the backend with the payload instead of its texts, except in the fields that match. */
function poisoned(value: unknown, text: string, kept = KEPT): unknown {
  if (typeof value === 'string') return value.startsWith('<') ? richText(text) : text;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, text, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, kept.test(field) ? one : poisoned(one, text, kept)]),
  );
}

/** Pages with lists whose records contain the payloads. */
export const LIST_PAGES = [
  '/en',
  ...Object.values(SECTION_PAGES).map((page) => `/en${page}`),
  '/en/who-we-are/our-story',
  '/en/newsroom/insights',
  '/en/search?keyword=x',
];

/** Fills every list of the content with two records for each payload, one of which has it in every field. */
export function fillLists(fake: FakeBackend, texts: readonly string[]): void {
  const { en } = fake.content;
  const listOf = (record: unknown) =>
    texts.flatMap((text, index) => [
      { ...(poisoned(record, text) as object), id: `x${index}` },
      poisoned(record, text, /^$/u),
    ]);
  fake.override(PATHS.common, data(listOf(en.common.intro?.[0])));
  for (const kind of backendKinds) {
    const whole = poisoned(en[kind], texts[0] ?? '');
    const list = listOf(exampleOf(kind, 'en'));
    fake.override(PATHS[kind], data(Array.isArray(whole) ? list : { ...(whole as object), list }));
  }
  const found = listOf(en.articles[0]);
  for (const path of [PATHS.articles, PATHS.search])
    fake.override(path, data({ list: found, total: found.length }));
  const { banners, figures } = en.home;
  const home = { banners: listOf(banners[0]), figures: listOf(figures[0]) };
  fake.override(PATHS.home, data({ ...(poisoned(en.home, texts[0] ?? '') as object), ...home }));
  const blocks = en.homeComponents.list.map((block, index) => poisoned(block, texts[index] ?? ''));
  fake.override(PATHS.homeComponents, data({ list: blocks, total: blocks.length }));
}

/** Pages whose only record, group or menu item contains one payload in all its fields. */
export const SINGLE_PAGES = ['/en', '/en/articles/x', '/en/apply'];

/** Puts one payload into every field of single records and of a menu item with a page and a child. */
export function fillSingles(fake: FakeBackend, text: string): void {
  const { en } = fake.content;
  const item = all(words('code name description picUrl'), text);
  const page = { ...item, id: 'x', haveDetail: true };
  const child = { ...item, id: text, parentId: 'x', haveDetail: false };
  fake.override(PATHS.menu, data([...en.menu, page, child]));
  fake.override(PATHS.group, data(poisoned(en.group, text)));
  fake.override(PATHS.declare, data({ ...(poisoned(en.declare, text) as object), enabled: false }));
  const neighbour = { id: text, title: text };
  const around = {
    previous: neighbour,
    next: neighbour,
    attachments: [{ name: text, url: text, size: text }],
  };
  fake.override(PATHS.article, data({ ...(poisoned(en.articles[0], text) as object), ...around }));
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
    await client.post({ files, button: { action: 'upload' }, headers: htmx }),
  ];
  const tus = tusClient(client);
  const created = await tus.create(`${wellFormed}.pdf`, content.length, { 'Sec-Fetch-Site': 'same-origin' });
  const listed = await tus.patch(`${created.headers.location}`, 0, content, htmx);
  await client.post({ button: { remove: text, [text]: text } });
  answers.push(await client.get());
  return [...answers, listed].map((answer) => ({
    html: answer.text,
    headers: Object.fromEntries(SHOWN_HEADERS.map((name) => [name, String(answer.headers[name] ?? '')])),
  }));
}
