import { describe, expect, it } from 'vitest';
import { buildMenu } from './build-menu.ts';
import { nodeByCode } from './menu.ts';
import type { MenuRecord } from './menu-items.ts';
import { counterpartIn, nearestCounterpartIn, resolvePath } from './resolve.ts';

const chineseRecords: MenuRecord[] = [
  { id: '1', code: 'About Us', haveDetail: true },
  { id: '2', parentId: '1', code: 'Company Profile', haveDetail: false },
  { id: '3', parentId: '1', code: '荣誉', haveDetail: true },
  { id: '4', code: 'News', haveDetail: true },
  { id: '5', parentId: '4', code: 'Group News', haveDetail: true },
  { id: '6', code: 'Party Building', haveDetail: true },
];
const englishRecords: MenuRecord[] = [
  { id: '11', code: 'About Us', haveDetail: true },
  { id: '12', parentId: '11', code: 'Company Profile', haveDetail: true },
  { id: '15', code: 'Group News', haveDetail: true },
];
const chinese = buildMenu(chineseRecords, 'zh', []);
const english = buildMenu(englishRecords, 'en', []);

const resolved = (segments: string[]) => {
  const found = resolvePath(chinese, segments);
  return [found.kind, 'node' in found ? found.node.id : undefined, 'id' in found ? found.id : undefined];
};

describe('paths of the menu', () => {
  it.each([
    [[], ['home', undefined, undefined]],
    [['about-us'], ['page', '1', undefined]],
    [['About-US'], ['page', '1', undefined]],
    [
      ['about-us', 'company-profile'],
      ['anchor', '2', undefined],
    ],
    [
      ['about-us', 'COMPANY-profile'],
      ['anchor', '2', undefined],
    ],
    [
      ['about-us', '3'],
      ['page', '3', undefined],
    ],
    [
      ['news', 'group-news'],
      ['page', '5', undefined],
    ],
    [
      ['news', 'group-news', '7'],
      ['article', '5', '7'],
    ],
    [
      ['NEWS', 'AbC'],
      ['article', '4', 'AbC'],
    ],
    [
      ['about-us', 'company-profile', '7'],
      ['article', '2', '7'],
    ],
    [
      ['news', 'a/b'],
      ['article', '4', 'a/b'],
    ],
    [['unknown'], ['none', undefined, undefined]],
    [
      ['unknown', '7'],
      ['none', undefined, undefined],
    ],
    [
      ['news', '7', '8'],
      ['none', undefined, undefined],
    ],
    [['about-us/company-profile'], ['none', undefined, undefined]],
    [['about us'], ['none', undefined, undefined]],
    [['constructor'], ['none', undefined, undefined]],
  ])('resolves the path %j to %j', (segments, expected) => {
    expect(resolved(segments)).toEqual(expected);
  });
});

const idOf = (find: typeof counterpartIn, code: string) => {
  const node = nodeByCode(chinese, code);
  return node && find(english, node)?.id;
};

describe('counterparts in the other language', () => {
  it.each([
    ['on the same path', 'About Us', '11'],
    ['on the same path, even if one is an anchor', 'Company Profile', '12'],
    ['with the same code on another path', 'Group News', '15'],
    ['none', 'Party Building', undefined],
  ])('finds the counterpart of an item: %s', (_name, code, expected) => {
    expect(idOf(counterpartIn, code)).toBe(expected);
  });

  it.each([
    ['the item itself', 'Group News', '15'],
    ['its parent', '荣誉', '11'],
    ['none, which means the home page', 'News', undefined],
  ])('finds the nearest counterpart with a page: %s', (_name, code, expected) => {
    expect(idOf(nearestCounterpartIn, code)).toBe(expected);
  });
});
