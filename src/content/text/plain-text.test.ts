import { expect, it } from 'vitest';
import { excerpt, splitPhrases } from './plain-text.ts';
import { cleanHtml, htmlToText } from './rich-text.ts';

it.each([
  ['<h2>Title</h2><p>One</p><p>two<br>three</p>', 'Title One two three'],
  ['<div>Solarpark</div><div>Windmill</div>', 'Solarpark Windmill'],
  ['a <b>b</b>c', 'a bc'],
  ['a <del>51%</del>49% <s>old</s>', 'a 49%'],
  ['10<sup>6</sup> m<sup>2</sup>, CO<sub>2</sub>, 10<sup>-3</sup>, x<sup>n</sup>', '10⁶ m², CO₂, 10⁻³, xn'],
  ['10<sup><a href="#n">1</a></sup>, CO<sub><b>2</b></sub>', '10¹, CO₂'],
  ['Solarpark<img src="/a.png">Windmill', 'Solarpark Windmill'],
  ['<ruby>璀<rt>cuǐ</rt>璨<rt>càn</rt></ruby>', '璀璨'],
  ['R&amp;D &lt;b&gt; &quot;q&quot;', 'R&D <b> "q"'],
  ['<p>The “Green” round</p><p>“a” “b”</p>', 'The “Green” round “a” “b”'],
  ['<p>他说：“好。”</p><p>大家</p><p>“是” ，</p><p>2028 年</p>', '他说：“好。”大家 “是”，2028 年'],
  ['<span>海</span>\n<span>缆</span> <b>一\n</b>\n<i>二</i>', '海缆 一二'],
  ['<p>海\n<del>x</del><b>缆</b></p><p>a</p>\n<p>一</p>', '海 缆 a 一'],
  ['海\ufeff缆 so\u00adlar\u200bpark', '海缆 solarpark'],
  ['<b>'.repeat(30_000), ''],
])('reads the text of %s as %j', (html, expected) => {
  expect(htmlToText(html)).toBe(expected);
});

it.each([
  ['more than ten', 10, 'more than…'],
  ['一二。三四。五六七八九', 8, '一二。三四。'],
  ['一。二三四五六七八', 8, '一。二三四五六…'],
])('shortens %j to %d characters: %j', (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected);
});

it.each([
  ['<p>One <b>two</b></p><p>three<br>four</p><p> </p>', ['One two', 'three', 'four']],
  ['<h3>a</h3><ul><li><p>b</p></li><li>c</li></ul>', ['a', 'b', 'c']],
  ['<table><tr><th>a</th>\n<td class="x">b</td></tr><tr><td>c</td></tr></table>', ['a · b', 'c']],
])('reads the lines of %s as %j', (html, expected) => {
  const { text } = cleanHtml(html, {
    mediaHref: String,
    linkHref: String,
    mediaText: String,
    imageText: '',
    tableLabel: '',
  });
  expect(text.split('\n')).toEqual(expected);
});

it.each([
  '投资|团队|与可持续|发展|报告',
  '远山|在南京|设立的首只|产业|基金|完成首关，规模|20亿元',
  '首席|风险官陈美珍（Margaret Tan）与首席|投资官',
])('splits the title %s only between words', (marked) => {
  expect(splitPhrases(marked.replaceAll('|', '')).join('|')).toBe(marked);
});
