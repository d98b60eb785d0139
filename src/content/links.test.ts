import { expect, it } from 'vitest';
import type { Language } from '../i18n/languages.ts';
import { anchorHref, articlePath, columnHref, encodePath, nodeHref, safeLink } from './links.ts';
import { buildMenu } from './menu/build-menu.ts';
import type { MenuRecord } from './menu/menu.ts';

const records: MenuRecord[] = [
  { id: '1', code: 'About Us', haveDetail: true },
  { id: '2', parentId: '1', code: 'Company\u00a0 Profile', haveDetail: false },
  { id: '3', parentId: '1', code: 'Leadership', haveDetail: true },
  { id: '4', code: 'R&D', haveDetail: false },
  { id: '5', code: '新闻', haveDetail: true },
  { id: '6', code: 'Apply', haveDetail: false },
];
const menuOf = (language: Language) => buildMenu(records, language, []);

it.each([
  [[], 'zh', '/'],
  [[], 'en', '/en'],
  [['about-us', 'leadership'], 'en', '/en/about-us/leadership'],
  [['新闻', 'a b'], 'zh', '/%E6%96%B0%E9%97%BB/a%20b'],
  [['\\evil.example'], 'zh', '/%5Cevil.example'],
  [['/evil.example'], 'en', '/en/%2Fevil.example'],
  [['a?b#c%'], 'zh', '/a%3Fb%23c%25'],
] as const)('encodes the path segments %j in %s as %s', (segments, language, expected) => {
  expect(encodePath(segments, language)).toBe(expected);
});

it.each([
  ['About Us', '/about-us', '/en/about-us'],
  ['Leadership', '/about-us/leadership', '/en/about-us/leadership'],
  [
    'Company Profile',
    '/about-us?go=Company%20Profile#company-profile',
    '/en/about-us?go=Company%20Profile#company-profile',
  ],
  ['R&D', '/?go=R%26D#rd', '/en?go=R%26D#rd'],
  ['新闻', '/5', '/en/5'],
  ['Apply', '/apply', '/en/apply'],
  ['Unknown', undefined, undefined],
  [undefined, undefined, undefined],
])('links the menu item %s to its page or anchor in both languages', (code, chinese, english) => {
  expect([columnHref(menuOf('zh'), code), columnHref(menuOf('en'), code)]).toEqual([chinese, english]);
});

it('links a menu item whose code has half of a surrogate pair', () => {
  const menu = buildMenu([{ id: '1', code: 'News \ud83d', haveDetail: false }], 'zh', []);
  expect(menu.header.map((node) => nodeHref(node, 'zh'))).toEqual([expect.stringMatching(/^\/\?go=News/u)]);
});

it('encodes the code and the fragment of the link to an anchor', () => {
  expect(anchorHref('/about', ' 简\u3000介 ', '简-介')).toBe(
    '/about?go=%E7%AE%80%20%E4%BB%8B#%E7%AE%80-%E4%BB%8B',
  );
});

it.each([
  ['under its column', 'Leadership', '/about-us/leadership/a%2Fb%20c%3F%23'],
  ['under a column that is only an anchor', ' Company\tProfile', '/about-us/company-profile/a%2Fb%20c%3F%23'],
  ['at the root for a root anchor', 'R&D', '/rd/a%2Fb%20c%3F%23'],
  ['below /articles for an unknown column', 'Unknown', '/articles/a%2Fb%20c%3F%23'],
  ['below /articles without a column', undefined, '/articles/a%2Fb%20c%3F%23'],
])('builds the path of an article %s', (_place, columnCode, expected) => {
  const article = { id: 'a/b c?#', columnCode };
  expect(articlePath(menuOf('zh'), article)).toBe(expected);
  expect(articlePath(menuOf('en'), article)).toBe(`/en${expected}`);
});

const SAFE = [
  'https://example.com/',
  'HTTP://a',
  'mailto:a@example.com',
  'tel:+86-1',
  '/about-us',
  '/',
  '#top',
];
const SCRIPTS = ['JavaScript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'];
const OTHERS = [
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil',
  'https:evil.example',
  '',
];

it.each([
  ...SAFE.map((url) => [url, url] as const),
  ...[...SCRIPTS, ...OTHERS].map((url) => [url, undefined] as const),
])("turns the editor's link %j into %s", (url, shown) => {
  expect(safeLink(url)).toBe(shown);
});
