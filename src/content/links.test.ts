import { expect, it } from 'vitest';
import { cpuMsOf } from '../../test/support/cpu-time.ts';
import type { Language } from '../i18n/languages.ts';
import { articlePath, buildPath, columnHref, completeLink, toSafeLink } from './links.ts';
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
  [['新闻', 'a b'], 'zh', '/%E6%96%B0%E9%97%BB/a%20b'],
  [['a?b#c%'], 'zh', '/a%3Fb%23c%25'],
] as const)('encodes the path segments %j in %s as %s', (segments, language, expected) => {
  expect(buildPath(segments, language)).toBe(expected);
});

it.each([
  [
    'Company Profile',
    '/about-us?go=Company%20Profile#company-profile',
    '/en/about-us?go=Company%20Profile#company-profile',
  ],
  ['R&D', '/?go=R%26D#rd', '/en?go=R%26D#rd'],
  ['Apply', '/apply', '/en/apply'],
  [undefined, undefined, undefined],
])(
  'returns the URLs of the page or anchor of the menu item %s in both languages',
  (code, chinese, english) => {
    expect([columnHref(menuOf('zh'), code), columnHref(menuOf('en'), code)]).toEqual([chinese, english]);
  },
);

it.each([
  ['under its column', 'Leadership', '/about-us/leadership/a%2Fb%20c%3F%23'],
  ['under a column that is only an anchor', ' Company\tProfile', '/about-us/company-profile/a%2Fb%20c%3F%23'],
  ['below /articles for an unknown column', 'Unknown', '/articles/a%2Fb%20c%3F%23'],
])('builds the path of an article %s', (_place, columnCode, expected) => {
  const article = { id: 'a/b c?#', columnCode };
  expect(articlePath(menuOf('zh'), article)).toBe(expected);
  expect(articlePath(menuOf('en'), article)).toBe(`/en${expected}`);
});

it.each([
  ['ir@example.com', 'mailto:ir@example.com'],
  ['http://ir@example.com/', 'mailto:ir@example.com'],
  ['mailto：ir＠ example.com', 'mailto:ir@example.com'],
  ['mailto://ir@example.com?subject=A b', 'mailto:ir@example.com?subject=A b'],
  ['Email: ir@example.com', 'mailto:ir@example.com'],
  ['http://mailto:ir@example.com', 'mailto:ir@example.com'],
  ['https：//www.example.com', 'https://www.example.com'],
  ['ｈｔｔｐｓ：／／ｗｗｗ．example．com／a（1）', 'https://www.example.com/a（1）'],
  ['https://www。example。com/a', 'https://www.example.com/a'],
  ['http:/example.com', 'http://example.com'],
  ['http//example.com/x', 'http://example.com/x'],
  ['http:\\\\example.com\\x', 'http://example.com/x'],
  ['http://https://example.com/a', 'https://example.com/a'],
  ['http://http//example.com', 'http://example.com'],
  [' https:// www.example.com/a b.pdf\n', 'https://www.example.com/a b.pdf'],
  ['https://www.exam\n  ple.com/a', 'https://www.example.com/a'],
  ['\u200bhttps://example.com\ufeff', 'https://example.com'],
  ['https://example.com，', 'https://example.com'],
  ['WWW.example.com/a?b', 'https://WWW.example.com/a?b'],
  ['example.com', 'https://example.com'],
  ['news.example.com.cn:8080/x', 'https://news.example.com.cn:8080/x'],
  ['//example.com/path', 'https://example.com/path'],
  ['tel：010－1234 5678', 'tel:010-12345678'],
  ['tel://400-820-8820', 'tel:400-820-8820'],
  ['+86 571 5550 8800', 'tel:+8657155508800'],
  ['http://', ''],
])('completes the link %j to %s', (written, url) => {
  expect(completeLink(written)).toBe(url);
});

it.each([
  ...[
    'page.html',
    'files/a.pdf',
    'a.b/c',
    '/about us',
    '/files/报告（2024）.pdf',
    '../a.com',
    'a@b',
    '#a：b',
  ],
  ...[
    'https-guide',
    '/a//b',
    '?a=b@c.com',
    'news/ir@example.com',
    '2024-05-01',
    'javascript:alert(1)',
    'a.doc',
    'logo@2x.png',
  ],
  'https://example.com/?to=http://other.example',
])('keeps the link %s', (link) => {
  expect(completeLink(link)).toBe(link);
});

it.each(['a.', 'http', '：', '/', 'a@', ' \n', '.'])('completes a link of many %j in linear time', (part) => {
  expect(cpuMsOf(() => completeLink(part.repeat(100_000)))).toBeLessThan(500);
  expect(cpuMsOf(() => completeLink(`a@${part.repeat(100_000)}:`))).toBeLessThan(500);
});

const SAFE = ['https://example.com/', 'mailto:a@example.com', 'tel:+86-1', '/about-us', '#top'];
const SCRIPTS = ['JavaScript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x'];
const OTHERS = ['//evil.example', '/\\evil.example', ''];

it.each([
  ...SAFE.map((url) => [url, url] as const),
  ...[...SCRIPTS, ...OTHERS].map((url) => [url, undefined] as const),
])("turns the editor's link %j into %s", (url, shown) => {
  expect(toSafeLink(url)).toBe(shown);
});
