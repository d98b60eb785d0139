import { expect, it } from 'vitest';
import { describeBlockProblem, findBlockKind, findLegalKind, findSectionKind } from './section-codes.ts';

it.each([
  ['honours', ['Honours', 'honors', 'Enterprise Honor', 'enterprise-honours']],
  ['events', ['Events', 'event', 'Milestones', 'HISTORY']],
  ['contact', ['Contact Us', 'contact']],
  ['application', ['Application', 'Declare', 'apply']],
  ['common', ['Company Profile', 'product', 'honor', '', '公司简介', 'constructor', '__proto__']],
])('recognises all spellings of the section kind %s', (kind, codes) => {
  expect(codes.map(findSectionKind)).toEqual(codes.map(() => kind));
});

it.each([
  ['privacy', ['Privacy', 'privacy-notice', 'Privacy Policy']],
  ['other', ['Legal Notice', 'terms', 'Accessibility']],
  [undefined, ['Terms of Use', 'legal', '', '隐私声明', 'constructor']],
])('recognises all spellings of the legal kind %s', (kind, codes) => {
  expect(codes.map(findLegalKind)).toEqual(codes.map(() => kind));
});

it.each([
  ['Enterprise Honor', 'enterprise-honor'],
  ['investment-directions', undefined],
])('reads the block code %j as the kind %j', (code, kind) => {
  expect(findBlockKind(code)).toBe(kind);
});

it.each([
  [{ componentCode: 'carousel' }, 'carousel is unknown'],
  [{ componentCode: 'article' }, 'a block of articles needs a columnCode'],
])('reports for the home block %j the problem %j', (block, problem) => {
  expect(describeBlockProblem(block)).toBe(problem);
});
