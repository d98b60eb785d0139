import { expect, it } from 'vitest';
import { blockKind, checkBlock } from './home-blocks.ts';

it.each([
  ['Enterprise Honor', 'enterprise-honor'],
  ['investment-directions', undefined],
])('reads the block code %j as the kind %j', (code, kind) => {
  expect(blockKind(code)).toBe(kind);
});

it.each([
  [{ componentCode: 'carousel' }, 'carousel is unknown'],
  [{ componentCode: 'article' }, 'a block of articles needs a columnCode'],
  [{ componentCode: 'article', columnCode: 'News' }, undefined],
  [{ componentCode: 'event' }, undefined],
])('reports for the home block %j the problem %j', (block, problem) => {
  expect(checkBlock(block)).toBe(problem);
});
