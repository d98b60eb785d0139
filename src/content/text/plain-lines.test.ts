import { expect, it } from 'vitest';
import { cleanToLines, MAX_LINE_CHARACTERS } from './plain-lines.ts';

it.each([
  ['<p>one</p>two<br>three<div><div>four', ['one', 'two', 'three', 'four']],
  ['one\n\ntwo & three', ['one', 'two & three']],
  ['<table><tr><th>a<td>b</td><td>c</td></tr><tr><td></td><td>d</td></table>e', ['a · b · c', 'd', 'e']],
  ['<table><tr><td><p>a</p><p>b</p></td><td>c<br>d</table>e<p>f', ['a b · c d', 'e', 'f']],
  ['<H2>a<B>b</B></H2><ul><LI>c<li>d</ul>', ['ab', 'c', 'd']],
  ['a<a href="/x?a>b" title=\'c>d\'>b</a><img alt="x>y">c', ['abc']],
  ['<p title=it\'s>a</p><p data-x = "b">c</p>', ['a', 'c']],
  ['<p>投资\n集团 and\nmore</p>', ['投资集团 and more']],
  ['&amp;lt;b&gt; &copy; &#x6295; &nbsp;x', ['&lt;b> © 投 x']],
  ['a<!-- b > c --><![if !x]>d<![endif]><?xml e?>f', ['adf']],
  ['a<script>if (b<c && "</d>") </script >e<style>f</style><title>g</title>', ['ae']],
  ['a<svg><p>b</p><svg></svg>c</svg><select><option>d</select><template>e</template>f', ['af']],
  ['a<p hidden>b<p></p>c</p>d<i style="color:red; DISPLAY : none">e</i>f', ['a', 'df']],
  ['a<span data-x="display" title="hidden">b</span><input hidden>c<br hidden>d', ['abc', 'd']],
  ['<div id="js_content" style="visibility:hidden;opacity:0">a</div>', ['a']],
  ['<dialog>a</dialog><dialog open>b</dialog>', ['b']],
  ['a<p', ['a']],
  ['a<!-- b', ['a']],
  ['1 < 2 <3', ['1 < 2 <3']],
])('reads the lines of %s', (html, lines) => {
  expect(cleanToLines(html).text.split('\n')).toEqual(lines);
});

it('shows markup in the text of an entity as text', () => {
  expect(cleanToLines('<p>&lt;b&gt; &amp;amp;</p><<i></i>b onclick=x>').html).toEqual([
    '<p>&lt;b&gt; &amp;amp;</p><p>&lt;b onclick=x&gt;</p>',
  ]);
});

it.each([
  ['characters', 'x'.repeat(2 * MAX_LINE_CHARACTERS)],
  ['tags', '<p>x'.repeat(200_000)],
])('shows half of a text with twice the maximum number of %s', (_what, html) => {
  expect(cleanToLines(html).readShare).toBeCloseTo(0.5, 3);
});

it.each(['=', ' =', '= "', " = '"])('reads a tag whose attributes only repeat %j', (part) => {
  const tag = `<a ${part.repeat(MAX_LINE_CHARACTERS)}`;
  expect(cleanToLines(tag).readShare).toBeLessThanOrEqual(1);
});
