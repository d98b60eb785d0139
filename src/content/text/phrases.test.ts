import { expect, it } from 'vitest';
import { breakHeadings, phrasesOf } from './phrases.ts';

it.each([
  '远山|集团|投资|团队|介绍',
  '投资|团队|与可持续|发展|报告',
  '远山|在南京|设立的首只|产业|基金|完成首关，规模|20亿元',
  '首席|风险官陈美珍（Margaret Tan）与首席|投资官',
  '远山|投资|公布|2025年|年度|报告',
  '远山|投资|公布|2026年|上半年|业绩',
  'Board of directors and management team',
])('breaks %s between words only', (marked) => {
  expect(phrasesOf(marked.replaceAll('|', '')).join('|')).toBe(marked);
});

it('leaves a short title whole', () => {
  expect(phrasesOf('可持续发展')).toEqual(['可持续发展']);
});

it('breaks the headings of a page, and neither attributes, paragraphs nor its title', () => {
  const [title, broken] = ['投资团队与可持续发展&amp;报告', '投资<wbr>团队<wbr>与可持续<wbr>发展&amp;报告'];
  expect(
    breakHeadings(
      `<title>${title}</title><p>${title}</p><h2 lang="zh" title="${title}">${title}<em>关于我们</em></h2><h3>${title}</h3>`,
    ),
  ).toBe(
    `<title>${title}</title><p>${title}</p><h2 lang="zh" title="${title}">${broken}<em>关于我们</em></h2><h3>${broken}</h3>`,
  );
});
