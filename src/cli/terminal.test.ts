import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { stripControls } from '../lib/log.ts';
import { confirm, padToWidth, print, toSafeLine } from './terminal.ts';

it('pads text to a terminal width without truncating it', () => {
  expect(padToWidth('远山', 6)).toBe('远山  ');
  expect(padToWidth('远山集团', 6)).toBe('远山集团');
});

it('removes control characters and bidirectional marks from terminal text', () => {
  expect(stripControls('a\u001b[2J\u009bb\u202Ec\rd\ud800')).toBe('a[2Jbcd');
  expect(stripControls('two\nlines')).toBe('two\nlines');
  expect(toSafeLine('two\n\u2028lines')).toBe('two lines');
});

it.each([
  [true, '{"name":"ab"}\n'],
  [false, '{"name":"a\u009bb\u2066"}\n'],
])('prints control characters only if the output is not a terminal (isTTY: %s)', async (isTTY, expected) => {
  const out = Object.assign(new PassThrough(), { isTTY });
  await print(['{"name":"a\u009bb\u2066"}\n'], out);
  expect(String(out.read())).toBe(expected);
});

it('rejects a confirmation without a terminal', async () => {
  await expect(confirm('Delete?')).rejects.toThrow('nobody can be asked: add --yes');
});
