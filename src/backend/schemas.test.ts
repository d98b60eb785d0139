import { describe, expect, it } from 'vitest';
import { GROUP_OPTIONAL } from '../../test/support/fake-content.ts';
import { directions } from '../sections/directions.ts';
import { events } from '../sections/events.ts';
import { honours } from '../sections/honours.ts';
import { products } from '../sections/products.ts';
import { reports } from '../sections/reports.ts';
import type { BackendSection } from '../sections/section.ts';
import { createFields, createSchemas } from './schemas.ts';

const fields = createFields({
  assetHref: (url) => (url.startsWith('/') ? `/files${url}` : undefined),
  fileHref: (url) => (url.startsWith('/') ? `/files${url}` : undefined),
  linkHref: (url) => (url.startsWith('javascript:') ? undefined : url),
  html: (html) => `<clean>${html}`,
});
const schemas = createSchemas(fields);

type Raw = Record<string, unknown>;
type Read = (raw: unknown) => Raw | undefined;

/** Reads the data of a section; undefined if it is invalid. */
function sectionData({ call }: BackendSection, data: unknown): unknown {
  try {
    return call.parse(data, [], fields);
  } catch {
    return undefined;
  }
}
const recordOf =
  (section: BackendSection): Read =>
  (raw) =>
    (sectionData(section, [raw]) as Raw[])[0];
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
  article: { id: '1', title: 't', content: '<p>x</p>' },
  attachment: { name: 'n', url: '/a.pdf' },
  productMatrix: {},
  product: { id: '1', name: 'n' },
  report: { id: '1', title: 't', fileUrl: '/a.pdf' },
  direction: { id: '1', title: 't' },
  applicationWindow: { enabled: true },
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
  article: ['summary', 'picUrl', 'publishTime', 'columnCode', 'author', 'source', 'previous', 'next'],
  attachment: ['size'],
  productMatrix: ['title', 'description'],
  product: ['description', 'picUrl', 'linkUrl'],
  report: ['year', 'publishTime', 'fileSize', 'picUrl'],
  direction: ['description', 'picUrl'],
  applicationWindow: ['title', 'description', 'nextSteps'],
};
const names = Object.keys(LEAST) as Name[];
const pairs = (fields: Record<Name, string[]>) =>
  names.flatMap((name) => fields[name].map((field) => [name, field] as const));
const required = Object.fromEntries(names.map((name) => [name, Object.keys(LEAST[name])])) as Record<
  Name,
  string[]
>;

const read = (name: Name, more: Raw): Raw =>
  readers[name]({ ...LEAST[name], ...more }) ?? expect.unreachable(name);
const isRead = (name: Name, raw: unknown) => readers[name](raw) !== undefined;

describe('required fields', () => {
  it.each(names)('accepts a record of %s with only its required fields', (name) => {
    expect(isRead(name, LEAST[name])).toBe(true);
  });

  it.each(pairs(required))('rejects a record of %s if %s is missing, null, empty or blank', (name, field) => {
    const { [field]: _left, ...rest } = LEAST[name];
    const without = [rest, ...[null, '', '  '].map((value) => ({ ...rest, [field]: value }))];
    expect(without.map((raw) => isRead(name, raw))).toEqual([false, false, false, false]);
  });

  it.each(names)('rejects %s if it is not an object', (name) => {
    expect([null, undefined, 'text', 7, []].some((raw) => isRead(name, raw))).toBe(false);
  });
});

describe('optional fields', () => {
  it.each(pairs(OPTIONAL))(
    'accepts a record of %s if %s is null, empty, blank or of a wrong type',
    (name, field) => {
      for (const value of [null, '', '  ', {}, true])
        expect(read(name, { [field]: value })[field]).toBeUndefined();
    },
  );
});

describe('texts', () => {
  it('trims texts and accepts numbers', () => {
    expect(read('common', { id: 7, title: '  t \n' })).toMatchObject({ id: '7', title: 't' });
  });

  it.each([0, 9007199254740991, '0007', 'a-b'])('keeps the id %j as written', (id) => {
    expect(read('common', { id })).toMatchObject({ id: String(id) });
  });

  it.each(['constructor', '__proto__'])('reads the id %s as a text', (id) => {
    expect(read('common', { id })).toMatchObject({ id });
  });
});

describe('the parent of a menu item', () => {
  it.each([
    [0, undefined],
    ['0', undefined],
    [null, undefined],
    ['', undefined],
    [undefined, undefined],
    [7, '7'],
    [' 7 ', '7'],
  ])('reads the parentId %j as %j', (parentId, expected) => {
    expect(read('menuItem', { parentId }).parentId).toBe(expected);
  });
});

describe('haveDetail', () => {
  it.each([
    [true, true],
    [1, true],
    [false, false],
    [0, false],
    [null, false],
    [undefined, false],
    ['', false],
    ['yes', false],
  ])('reads haveDetail %j as %j', (haveDetail, expected) => {
    expect(read('menuItem', { haveDetail }).haveDetail).toBe(expected);
  });

  it('reads a missing haveDetail as false', () => {
    expect(read('menuItem', {}).haveDetail).toBe(false);
  });
});

describe('numbers', () => {
  it.each([
    ['menuItem', 'sort', 3, 3],
    ['menuItem', 'sort', '3', 3],
    ['menuItem', 'sort', -1.5, -1.5],
    ['menuItem', 'sort', 'three', undefined],
    ['homeComponent', 'sort', '10', 10],
    ['attachment', 'size', 1024, 1024],
    ['attachment', 'size', '1024', 1024],
    ['attachment', 'size', -1, undefined],
    ['attachment', 'size', 1.5, undefined],
    ['report', 'year', '2025', 2025],
    ['report', 'fileSize', 0, 0],
  ] as const)('reads the number %s.%s %j as %j', (name, field, value, expected) => {
    expect(read(name, { [field]: value })[field]).toBe(expected);
  });
});

describe('times', () => {
  it.each([
    ['event', 'eventTime', '2026-04-16T16:00:00Z', '2026-04-17'],
    ['event', 'eventTime', 0, '1970-01-01'],
    ['honour', 'awardTime', '2026', '2026'],
    ['honour', 'awardTime', 'soon', undefined],
    ['articleSummary', 'publishTime', 1_776_297_600_000, '2026-04-16'],
    ['report', 'publishTime', '', undefined],
  ] as const)('reads the time %s.%s %j as %j', (name, field, value, expected) => {
    expect(read(name, { [field]: value })[field]).toBe(expected);
  });

  it('drops an event with an invalid time', () => {
    expect(isRead('event', { ...LEAST.event, eventTime: 'soon' })).toBe(false);
  });
});

describe('addresses', () => {
  it.each([
    ['banner', 'picUrl'],
    ['group', 'logoUrl'],
    ['group', 'wxQrCodeUrl'],
    ['report', 'fileUrl'],
    ['attachment', 'url'],
  ] as const)('replaces the address %s.%s with one of the site', (name, field) => {
    expect(read(name, { [field]: ' /a.png ' })[field]).toBe('/files/a.png');
  });

  it('hides a picture with an invalid address', () => {
    expect(read('banner', { picUrl: 'javascript:alert(1)' }).picUrl).toBeUndefined();
  });

  it.each([
    ['report', 'fileUrl'],
    ['attachment', 'url'],
  ] as const)('drops a %s with an invalid address: %s', (name, field) => {
    expect(isRead(name, { ...LEAST[name], [field]: 'javascript:alert(1)' })).toBe(false);
  });

  it.each([
    ['https://example.com/', 'https://example.com/'],
    ['javascript:alert(1)', undefined],
  ])('reads the link of a product %s as %j', (linkUrl, expected) => {
    expect(read('product', { linkUrl }).linkUrl).toBe(expected);
  });
});

describe('rich text', () => {
  it.each([
    ['article', 'content', '<clean><p>x</p>'],
    ['common', 'remarkContent', '<clean><p>x</p>'],
    ['direction', 'description', '<clean><p>x</p>'],
  ] as const)('cleans the rich text %s.%s', (name, field, expected) => {
    expect(read(name, { [field]: '<p>x</p>' })[field]).toBe(expected);
  });
});

describe('neighbours of an article', () => {
  it.each([
    [
      { id: 7, title: ' t ' },
      { id: '7', title: 't' },
    ],
    [{ id: 7, title: '' }, undefined],
    [{ title: 't' }, undefined],
  ])('reads the neighbour %j as %j', (next, expected) => {
    expect(read('article', { next }).next).toEqual(expected);
  });
});
