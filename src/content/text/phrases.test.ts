import { expect, it } from 'vitest';
import { breakHeadings, phrasesOf } from './phrases.ts';

it.each([
  '投资|团队|与可持续|发展|报告',
  '远山|在南京|设立的首只|产业|基金|完成首关，规模|20亿元',
  '首席|风险官陈美珍（Margaret Tan）与首席|投资官',
  'Board of directors and management team',
  '可持续发展',
])('breaks %s between words only, and a short title not at all', (marked) => {
  expect(phrasesOf(marked.replaceAll('|', '')).join('|')).toBe(marked);
});

it('breaks the headings of a page, and neither attributes, paragraphs nor its title', () => {
  const [title, broken] = ['投资团队与可持续发展&amp;报告', '投资<wbr>团队<wbr>与可持续<wbr>发展&amp;报告'];
  const page = (heading: string) =>
    `<title>${title}</title><p>${title}</p><h2 lang="zh" title="${title}">${heading}<em>x</em></h2><h3>${heading}</h3>`;
  expect(breakHeadings(page(title))).toBe(page(broken));
});
