import { describe, expect, it } from 'vitest';
import type { Language } from '../i18n/languages.ts';
import { anchorHref, articlePath, columnHref, encodePath, nodeHref, safeLink } from './links.ts';
import { buildMenu } from './menu/build-menu.ts';
import { nodeByCode } from './menu/menu.ts';
import type { MenuRecord } from './menu/menu-items.ts';

const records: MenuRecord[] = [
  { id: '1', code: 'About Us', haveDetail: true },
  { id: '2', parentId: '1', code: 'Company\u00a0 Profile', haveDetail: false },
  { id: '3', parentId: '1', code: 'Leadership', haveDetail: true },
  { id: '4', code: 'R&D', haveDetail: false },
  { id: '5', code: '新闻', haveDetail: true },
  { id: '6', code: 'Apply', haveDetail: false },
  { id: '7', parentId: '1', code: '活动', haveDetail: false },
];
const menuOf = (language: Language) => buildMenu(records, language, []);

describe('encodePath', () => {
  it.each([
    [[], 'zh', '/'],
    [[], 'en', '/en'],
    [['about-us'], 'zh', '/about-us'],
    [['about-us', 'leadership'], 'en', '/en/about-us/leadership'],
    [['新闻', 'a b'], 'zh', '/%E6%96%B0%E9%97%BB/a%20b'],
    [['\\evil.example'], 'zh', '/%5Cevil.example'],
    [['/evil.example'], 'en', '/en/%2Fevil.example'],
    [['a?b#c%'], 'zh', '/a%3Fb%23c%25'],
  ] as const)('encodes the path segments %j in %s as %s', (segments, language, expected) => {
    expect(encodePath(segments, language)).toBe(expected);
  });
});

describe('links of menu items', () => {
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
    ['活动', '/about-us?go=%E6%B4%BB%E5%8A%A8#7', '/en/about-us?go=%E6%B4%BB%E5%8A%A8#7'],
    ['Apply', '/apply', '/en/apply'],
  ])('links the menu item %s to its page or its anchor in both languages', (code, chinese, english) => {
    expect([columnHref(menuOf('zh'), code), columnHref(menuOf('en'), code)]).toEqual([chinese, english]);
  });

  it.each([undefined, 'Unknown', ''])('links no page for the column %j', (code) => {
    expect(columnHref(menuOf('zh'), code)).toBeUndefined();
  });

  it('links an item whose code has half of a surrogate pair', () => {
    const menu = buildMenu([{ id: '1', code: 'News \ud83d', haveDetail: false }], 'zh', []);
    expect(menu.header.map((node) => nodeHref(node, 'zh'))).toEqual([expect.stringMatching(/^\/\?go=News/u)]);
  });

  it('encodes the code and the fragment of an anchor’s link', () => {
    expect(anchorHref('/about', ' 公司\u3000简介 ', '公司-简介')).toBe(
      '/about?go=%E5%85%AC%E5%8F%B8%20%E7%AE%80%E4%BB%8B#%E5%85%AC%E5%8F%B8-%E7%AE%80%E4%BB%8B',
    );
  });
});

describe('paths of articles', () => {
  it.each([
    ['under its column', { id: '7', columnCode: 'Leadership' }, '/en/about-us/leadership/7'],
    [
      'under a column that is only an anchor',
      { id: '7', columnCode: 'Company Profile' },
      '/en/about-us/company-profile/7',
    ],
    ['at the root for a root anchor', { id: '7', columnCode: 'R&D' }, '/en/rd/7'],
    ['below /articles for an unknown column', { id: '7', columnCode: 'Unknown' }, '/en/articles/7'],
    ['below /articles without a column', { id: '7' }, '/en/articles/7'],
    [
      'under its column, with the id encoded',
      { id: 'a/b c?#', columnCode: 'About Us' },
      '/en/about-us/a%2Fb%20c%3F%23',
    ],
  ])('puts the path of an article %s', (_name, article, expected) => {
    expect(articlePath(menuOf('en'), article)).toBe(expected);
  });

  it('adds no prefix to the path of a Chinese article', () => {
    expect(articlePath(menuOf('zh'), { id: '7' })).toBe('/articles/7');
  });

  it('finds the column of an article if its code has other white space than the menu’s', () => {
    const menu = menuOf('zh');
    expect(nodeByCode(menu, 'Company Profile')?.id).toBe('2');
    expect(articlePath(menu, { id: '7', columnCode: ' Company\tProfile' })).toBe(
      '/about-us/company-profile/7',
    );
  });
});

describe('links of editors', () => {
  it.each([
    'https://example.com/',
    'HTTP://example.com',
    'mailto:a@example.com',
    'tel:+86-10-1',
    '/about-us',
    '/',
    '#top',
  ])('keeps the editor’s link %s', (url) => {
    expect(safeLink(url)).toBe(url);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    '',
  ])('drops the editor’s link %j', (url) => {
    expect(safeLink(url)).toBeUndefined();
  });
});
