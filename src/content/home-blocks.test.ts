import { describe, expect, it } from 'vitest';
import { blockKind, checkBlock } from './home-blocks.ts';

describe('the kind of a block', () => {
  it.each([
    ['intro', 'intro'],
    ['Enterprise Honor', 'enterprise-honor'],
    ['DECLARE', 'declare'],
    ['investment-directions', undefined],
    ['', undefined],
  ])('%j is %j', (code, kind) => {
    expect(blockKind(code)).toBe(kind);
  });
});

describe('a block that cannot be shown', () => {
  it.each([
    [{ componentCode: 'carousel' }, /carousel is unknown/u],
    [{ componentCode: 'article' }, /columnCode is missing/u],
  ])('%j says why', (block, why) => {
    expect(checkBlock(block)).toMatch(why);
  });

  it('does not exist in a block that has what it needs', () => {
    expect(checkBlock({ componentCode: 'article', columnCode: 'News' })).toBeUndefined();
  });
});
