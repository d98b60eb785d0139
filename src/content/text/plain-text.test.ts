import { expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { excerpt, plainLines, plainText } from './plain-text.ts';

it.each([
  ['<h2>Title</h2><p>One</p><p>two<br>three</p>', 'Title One two three'],
  ['<ul><li>a</li><li>b</li></ul>', 'a b'],
  ['a <b>b</b>c', 'a bc'],
  ['a <del>51%</del>49% <s>old</s>', 'a 49%'],
  ['R&amp;D &lt;b&gt; &quot;q&quot;', 'R&D <b> "q"'],
  ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
  ['a&nbsp;&nbsp;b', 'a b'],
  ['<script>x</script><style>y</style><option>y</option><textarea>y</textarea>z', 'z'],
  ['<P class="a" hidden>x<IMG src="a" alt="b" /></P>y', 'x y'],
  ['<p title="a>b" onclick=y>x</p>', 'x'],
  ['<!-- <p>y</p> -->x', 'x'],
  ['a < b', 'a < b'],
  ['<p>The “Green” round</p><p>“a” “b”</p>', 'The “Green” round “a” “b”'],
  ['<p>他说：“好。”</p><p>大家</p><p>“是” ，</p><p>2028 年</p>', '他说：“好。”大家 “是”，2028 年'],
])('reads the text of %s as %j', (html, expected) => {
  expect(plainText(html)).toBe(expected);
});

it.each([
  ['exactly 10', 10, 'exactly 10'],
  ['more than ten', 10, 'more than…'],
  ['一二。三四。五六七八九', 8, '一二。三四。'],
  ['一。二三四五六七八', 8, '一。二三四五六…'],
  ['😀😀😀😀', 3, '😀😀…'],
])('shortens %j to %d characters: %j', (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected);
});

it.each([
  ['<p>One <b>two</b></p><p>three<br>four</p><p> </p>', ['One two', 'three', 'four']],
  ['<h3>a</h3><ul><li><p>b</p></li><li>c</li></ul>', ['a', 'b', 'c']],
  ['<table><tr><th>a</th>\n<td class="x">b</td></tr><tr><td>c</td></tr></table>', ['a · b', 'c']],
])('reads the lines of %s as %j', (html, expected) => {
  expect(plainLines(html)).toEqual(expected);
});

it('reads 500 KB of nested tags in less than a second', () => {
  expect(cpuMsOf(() => plainText('<o:p>'.repeat(100_000)))).toBeLessThan(1000);
});
