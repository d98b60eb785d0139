import { describe, expect, it } from 'vitest';
import { blockKind, checkBlock } from './home-blocks.ts';

describe('kinds of home blocks', () => {
  it.each([
    ['intro', 'intro'],
    ['Enterprise Honor', 'enterprise-honor'],
    ['DECLARE', 'declare'],
    ['investment-directions', undefined],
    ['', undefined],
  ])('reads the block code %j as the kind %j', (code, kind) => {
    expect(blockKind(code)).toBe(kind);
  });
});

describe('problems of home blocks', () => {
  it.each([
    [{ componentCode: 'carousel' }, /carousel is unknown/u],
    [{ componentCode: 'article' }, /columnCode is missing/u],
  ])('says why the block %j cannot be shown', (block, why) => {
    expect(checkBlock(block)).toMatch(why);
  });

  it('finds no problem in a block that has what it needs', () => {
    expect(checkBlock({ componentCode: 'article', columnCode: 'News' })).toBeUndefined();
  });
});
