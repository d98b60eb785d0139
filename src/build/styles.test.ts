import { transform } from 'lightningcss';
import { describe, expect, it } from 'vitest';
import { floorFaults } from '../../test/support/floor-faults.ts';
import { buildStyles, compilerOptions } from './styles.ts';

const compiled = (css: string): string =>
  transform({ filename: 'test.css', code: Buffer.from(css), ...compilerOptions }).code.toString();

describe('built styles', () => {
  it('use no feature that the oldest engines lack without a fallback', async () => {
    expect(await floorFaults(Buffer.from(await buildStyles()).toString())).toEqual([]);
  });
});

describe('lint rule for the oldest engines', () => {
  it.each([
    ['a gap of a flexible box', '.a { display: flex; gap: 1rem }'],
    ['a shape', '.a { aspect-ratio: 1 }'],
    ['a clamped size', '.a { font-size: clamp(1rem, 2vw, 3rem) }'],
    ['a clamped size in a variable', ':root { --size: clamp(1rem, 2vw, 3rem) }'],
    ['a fallback that a variable makes useless', '.a { width: 1px; width: min(1px, var(--most)) }'],
    [
      'a column that the compiler leaves no fallback',
      '.a { grid-template-columns: 1fr; grid-template-columns: minmax(min(1px, 1vw), 1fr) }',
    ],
    ['a side by direction', '.a { padding-inline: var(--gutter) }'],
    ['a small window', '.a { height: 100svh }'],
    ['an ancestor by what it holds', '.a:has(.b) { color: red }'],
    ['a list of selectors in one', '.a :is(.b, .c) { color: red }'],
    ['a negated list', '.a:not(.b, .c) { color: red }'],
    ['words for screen readers alone', '.a::before { content: "x" / "" }'],
    ['a subgrid', '.a { grid-template-columns: subgrid }'],
    [
      'something new for those who lack something else',
      '@supports not (width: min(1px, 1px)) { .a { aspect-ratio: 1 } }',
    ],
    ['a box in no box', '.a { display: contents }'],
    ['a nested rule', '.a { color: red; @container (width > 1px) { color: blue } }'],
  ])('reports %s', async (_name, css) => {
    expect(await floorFaults(compiled(css))).not.toEqual([]);
  });

  it.each([
    [
      'a gap of a flexible box with margins',
      '.a { display: flex; gap: 1rem } @supports not (inset: 0) { .a > * { margin-right: 1rem } }',
    ],
    ['a gap of a grid', '.a { display: grid; grid-gap: 1rem }'],
    ['a second declaration', '.a { height: 80vh; height: min(80vh, 760px) }'],
    ['what is asked for first', '@supports (aspect-ratio: 1) { .a { aspect-ratio: 1 } }'],
    [
      'what the compiler says in older words',
      '.a { inset: 0; margin-inline: auto; color: rgb(1 2 3 / 50%) }',
    ],
  ])('accepts %s', async (_name, css) => {
    expect(await floorFaults(compiled(css))).toEqual([]);
  });
});
