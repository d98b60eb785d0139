import { describe, expect, it } from 'vitest';
import { padded, visible, visibleLine } from './terminal.ts';

describe('a text on a terminal', () => {
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
