import { expect, it } from 'vitest';
import { buildMenu } from './build-menu.ts';
import { nodeByCode } from './menu.ts';
import type { MenuRecord } from './menu-items.ts';
import { counterpartIn, counterpartPageIn, nearestCounterpartIn, resolvePath } from './resolve.ts';

const chineseRecords: MenuRecord[] = [
  { id: '1', code: 'About Us', haveDetail: true },
  { id: '2', parentId: '1', code: 'Company Profile', haveDetail: false },
  { id: '3', parentId: '1', code: '荣誉', haveDetail: true },
  { id: '4', code: 'News', haveDetail: true },
  { id: '5', parentId: '4', code: 'Group News', haveDetail: true },
  { id: '6', code: 'Contact', haveDetail: true },
];
const englishRecords: MenuRecord[] = [
  { id: '11', code: 'About Us', haveDetail: true },
  { id: '12', parentId: '11', code: 'Company Profile', haveDetail: true },
  { id: '15', code: 'Group News', haveDetail: true },
  { id: '16', code: 'Contact', haveDetail: false },
];
const chinese = buildMenu(chineseRecords, 'zh', []);
const english = buildMenu(englishRecords, 'en', []);

it.each([
  [[], 'home'],
  [['About-US'], 'page 1'],
  [['about-us', 'COMPANY-profile'], 'anchor 2'],
  [['about-us', '3'], 'page 3'],
  [['news', 'group-news', 'AbC'], 'article 5 AbC'],
  [['about-us', 'company-profile', '7'], 'article 2 7'],
  [['NEWS', 'a/b'], 'article 4 a/b'],
  [['unknown'], 'none'],
  [['unknown', '7'], 'none'],
  [['news', '7', '8'], 'none'],
  [['about-us/company-profile'], 'none'],
  [['constructor'], 'none'],
])('resolves the path %j to %s', (segments, expected) => {
  const found = resolvePath(chinese, segments);
  const parts = [found.kind, 'node' in found && found.node.id, 'id' in found && found.id];
  expect(parts.filter(Boolean).join(' ')).toBe(expected);
});

it.each([
  ['About Us', '11', '11', '11'],
  ['Company Profile', '12', '12', '12'],
  ['Group News', '15', '15', '15'],
  ['荣誉', undefined, undefined, '11'],
  ['News', undefined, undefined, undefined],
  ['Contact', '16', undefined, '16'],
])('finds the counterpart of %s, its page and the nearest counterpart', (code, item, page, nearest) => {
  const node = nodeByCode(chinese, code);
  const found = [counterpartIn, counterpartPageIn, nearestCounterpartIn].map(
    (find) => node && find(english, node),
  );
  expect(found.map((one) => one?.id)).toEqual([item, page, nearest]);
});
