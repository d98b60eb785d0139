import { expect, it } from 'vitest';
import { GROUP_OPTIONAL } from '../../../test/support/fake-content.ts';
import { runAtOnce } from '../../lib/async.ts';
import { backendSections } from '../../site/sections/definitions.ts';
import type { BackendDefinition } from '../../site/sections/section.ts';
import { createFields, createSchemas } from './schemas.ts';

const markCleaned = (html: string) => ({ html: [`<clean>${html}`], text: html, removed: [], work: 0 });
const fields = createFields({
  mediaHref: (url) => (url.startsWith('/') ? `/files${url}` : undefined),
  fileHref: (url, name) => (url.startsWith('/') ? `/files${url} as ${name}` : undefined),
  linkHref: (url) => (url.startsWith('javascript:') ? undefined : url),
  html: markCleaned,
  plainLines: markCleaned,
});
const CLEANED = { html: ['<clean><p>x</p>'], text: '<p>x</p>', removed: [], work: 0 };
const schemas = createSchemas(fields);

type Raw = Record<string, unknown>;
type Read = (raw: unknown) => Raw | undefined;

/** Parses the data of a section, or returns undefined if it is invalid. */
function sectionData({ parse }: BackendDefinition, data: unknown): unknown {
  try {
    return runAtOnce(parse(data, [], fields));
  } catch {
    return undefined;
  }
}
const recordOf =
  (section: BackendDefinition): Read =>
  (raw) =>
    (sectionData(section, [raw]) as Raw[])[0];
const { honours, events, reports, directions, products } = backendSections;
const productsOf = (data: unknown) => sectionData(products, data) as (Raw & { list: Raw[] }) | undefined;

const readers = {
  ...(Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, (raw: unknown) => schema.safeParse(raw).data]),
  ) as Record<keyof typeof schemas, Read>),
  honour: recordOf(honours),
  event: recordOf(events),
  report: recordOf(reports),
  direction: recordOf(directions),
  productMatrix: (raw: unknown) => productsOf(raw?.constructor === Object ? { ...raw, list: [] } : raw),
  product: (raw: unknown) => productsOf({ list: [raw] })?.list[0],
};

type Name = keyof typeof readers;

/** Required fields of each schema of the contract. */
const LEAST: Record<Name, Raw> = {
  menuItem: { id: '1', code: 'News' },
  group: { name: '远山' },
  common: { id: '1' },
  home: { title: 't' },
  banner: { id: '1', title: 't' },
  figure: { label: 'l', value: 'v' },
  homeComponent: { id: '1', componentCode: 'intro', title: 't' },
  honour: { id: '1', title: 't' },
  event: { id: '1', title: 't', eventTime: '2026-04-16' },
  articleSummary: { id: '1', title: 't' },
  article: { id: '1', title: 't' },
  attachment: { name: 'n', url: '/a.pdf' },
  productMatrix: {},
  product: { id: '1', name: 'n' },
  report: { id: '1', title: 't', fileUrl: '/a.pdf' },
  direction: { id: '1', title: 't' },
  intake: { enabled: true },
};
const OPTIONAL: Record<Name, string[]> = {
  menuItem: ['parentId', 'name', 'sort', 'description', 'picUrl'],
  group: GROUP_OPTIONAL,
  common: ['title', 'remarkContent', 'picUrl'],
  home: ['subtitle'],
  banner: ['subtitle', 'picUrl', 'columnCode'],
  figure: ['unit'],
  homeComponent: ['subtitle', 'columnCode', 'picUrl', 'sort'],
  honour: ['issuer', 'awardTime', 'picUrl'],
  event: ['description', 'picUrl'],
  articleSummary: ['summary', 'picUrl', 'publishTime', 'columnCode'],
  article: [
    'summary',
    'picUrl',
    'publishTime',
    'columnCode',
    'content',
    'author',
    'source',
    'previous',
    'next',
  ],
  attachment: ['size'],
  productMatrix: ['title', 'description'],
  product: ['description', 'picUrl', 'linkUrl'],
  report: ['year', 'publishTime', 'fileSize', 'picUrl'],
  direction: ['description', 'picUrl'],
  intake: ['title', 'description', 'nextSteps'],
};
const names = Object.keys(LEAST) as Name[];

const read = (name: Name, more: Raw): Raw =>
  readers[name]({ ...LEAST[name], ...more }) ?? expect.unreachable(name);
const isRead = (name: Name, raw: unknown) => readers[name](raw) !== undefined;

it.each(names)('requires exactly the required fields of %s', (name) => {
  expect(isRead(name, LEAST[name])).toBe(true);
  for (const field of Object.keys(LEAST[name])) {
    const { [field]: _left, ...rest } = LEAST[name];
    const without = [rest, ...[null, '', '  '].map((value) => ({ ...rest, [field]: value }))];
    expect(without.filter((raw) => isRead(name, raw))).toEqual([]);
  }
  expect([null, undefined, 'text', 7, []].filter((raw) => isRead(name, raw))).toEqual([]);
});

it.each(names)('accepts a record of %s whose optional fields are empty or of a wrong type', (name) => {
  for (const field of OPTIONAL[name])
    for (const value of [null, '', '  ', {}, true])
      expect(read(name, { [field]: value })[field]).toBeUndefined();
});

it.each([
  [7, '7'],
  [9007199254740991, '9007199254740991'],
  [' 0007 ', '0007'],
])('reads the id %j as the text %j', (id, expected) => {
  expect(read('common', { id })).toMatchObject({ id: expected });
});

it.each([
  ['menuItem', 'parentId', '0', undefined],
  ['menuItem', 'parentId', ' 7 ', '7'],
  ['menuItem', 'haveDetail', 1, true],
  ['menuItem', 'haveDetail', 0, false],
  ['menuItem', 'haveDetail', 'yes', undefined],
  ['menuItem', 'sort', 'three', undefined],
  ['attachment', 'size', '1024', 1024],
  ['attachment', 'size', -1, undefined],
  ['report', 'year', '2025', 2025],
  ['event', 'eventTime', '2026-04-16T16:00:00Z', '2026-04-17'],
  ['honour', 'awardTime', 'soon', undefined],
  ['articleSummary', 'publishTime', 1_776_297_600_000, '2026-04-16T08:00:00.000+08:00'],
  ['banner', 'picUrl', ' /a.png ', '/files/a.png'],
  ['banner', 'picUrl', 'javascript:alert(1)', undefined],
  ['attachment', 'url', '/a.pdf', '/files/a.pdf as n'],
  ['report', 'fileUrl', '/a.pdf', '/files/a.pdf as t'],
  ['product', 'linkUrl', 'javascript:alert(1)', undefined],
  ['article', 'content', '<p>x</p>', CLEANED],
  ['article', 'next', { id: 7, title: ' t ' }, { id: '7', title: 't' }],
  ['article', 'next', { id: 7, title: '' }, undefined],
] as const)('reads %s.%s %j as %j', (name, field, value, expected) => {
  expect(read(name, { [field]: value })[field]).toEqual(expected);
});

it.each([
  ['event', 'eventTime', 'soon'],
  ['attachment', 'url', 'javascript:alert(1)'],
] as const)('drops a record of %s whose %s is %s', (name, field, value) => {
  expect(isRead(name, { ...LEAST[name], [field]: value })).toBe(false);
});
