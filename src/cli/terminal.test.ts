import { describe, expect, it } from 'vitest';
import { padded, visible, visibleLine, widthOf } from './terminal.ts';

describe('a text on a terminal', () => {
  it.each([
    ['', 0],
    ['Files', 5],
    ['远山', 4],
    ['𠮷野家', 6],
    ['（中国）', 8],
    ['・ー', 4],
    ['ｱｲｳ', 3],
    ['서울', 4],
    ['e\u0301te\u0301', 3],
    ['شركة', 4],
    ['a\u200Bb', 2],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['“O’Neil”', 8],
  ])('%s is %d columns wide', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it('is filled up to a width, and never cut', () => {
    expect(padded('远山', 6)).toBe('远山  ');
    expect(padded('远山集团', 6)).toBe('远山集团');
  });

  it('steers nothing', () => {
    expect(visible('a\u001b[2J\u009bb\u202Ec\rd\ud800')).toBe('a[2Jbcd');
    expect(visible('two\nlines')).toBe('two\nlines');
    expect(visibleLine('two\n\u2028lines')).toBe('two lines');
  });
});
