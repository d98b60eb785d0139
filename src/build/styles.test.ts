import { transform } from 'lightningcss';
import { expect, it } from 'vitest';
import { unsupportedCss } from '../../test/support/unsupported-css.ts';
import { buildStyles, compilerOptions } from './styles.ts';

const compiled = (css: string): string =>
  transform({ filename: 'test.css', code: Buffer.from(css), ...compilerOptions }).code.toString();

it('the built styles use no feature that the oldest engines lack without a fallback', async () => {
  expect(await unsupportedCss(Buffer.from(await buildStyles()).toString())).toEqual([]);
});

it.each([
  ['a gap of a flexible box', '.a { display: flex; gap: 1rem }'],
  ['a clamped size in a variable', ':root { --size: clamp(1rem, 2vw, 3rem) }'],
  ['a fallback that a variable makes useless', '.a { width: 1px; width: min(1px, var(--most)) }'],
  ['an ancestor by what it holds', '.a:has(.b) { color: red }'],
  ['a condition on what is lacking', '@supports not (width: min(1px, 1px)) { .a { aspect-ratio: 1 } }'],
  ['a nested rule', '.a { color: red; @container (width > 1px) { color: blue } }'],
])('reports a feature that the oldest engines lack: %s', async (_name, css) => {
  expect(await unsupportedCss(compiled(css))).not.toEqual([]);
});

it.each([
  ['a second declaration', '.a { height: 80vh; height: min(80vh, 760px) }'],
  ['a condition', '@supports (aspect-ratio: 1) { .a { aspect-ratio: 1 } }'],
  ['older words of the compiler', '.a { inset: 0; margin-inline: auto; color: rgb(1 2 3 / 50%) }'],
])('accepts a new feature with %s', async (_name, css) => {
  expect(await unsupportedCss(compiled(css))).toEqual([]);
});
