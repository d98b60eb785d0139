import { expect, it } from 'vitest';
import { phrasesOf } from './phrases.ts';

it.each([
  '投资|团队|与可持续|发展|报告',
  '远山|在南京|设立的首只|产业|基金|完成首关，规模|20亿元',
  '首席|风险官陈美珍（Margaret Tan）与首席|投资官',
  'Board of directors and management team',
  '可持续发展',
])('breaks %s only between words', (marked) => {
  expect(phrasesOf(marked.replaceAll('|', '')).join('|')).toBe(marked);
});
