import { expect, it } from 'vitest';
import { confirm, padded, visible, visibleLine } from './terminal.ts';

it('pads text to a terminal width without truncating it', () => {
  expect(padded('远山', 6)).toBe('远山  ');
  expect(padded('远山集团', 6)).toBe('远山集团');
});

it('removes control characters and bidirectional marks from terminal text', () => {
  expect(visible('a\u001b[2J\u009bb\u202Ec\rd\ud800')).toBe('a[2Jbcd');
  expect(visible('two\nlines')).toBe('two\nlines');
  expect(visibleLine('two\n\u2028lines')).toBe('two lines');
});

it('does not ask without a terminal', async () => {
  await expect(confirm('Delete?')).rejects.toThrow('nobody can be asked: add --yes');
});
