import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../applications/store/testing/index.ts';
import { stripControls } from '../lib/log.ts';
import {
  confirm,
  extractEnvironmentFile,
  loadEnvironmentFile,
  padToWidth,
  print,
  toSafeLine,
} from './terminal.ts';

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
  await expect(confirm('Delete?')).rejects.toThrow('confirmation needs a terminal: add --yes');
});

async function loadLine(line: string): Promise<void> {
  const file = path.join(await temporaryFolder(), 'plinth.env');
  await writeFile(file, `# a comment\n\n${line}\n`);
  loadEnvironmentFile(file);
}

it.each(['EXAMPLE_A=a # a comment', 'EXAMPLE_A = a', 'EXAMPLE_A="two\\nlines"', 'EXAMPLE_A="unfinished'])(
  'rejects a line that systemd and Node parse differently: %s',
  async (line) => {
    await expect(loadLine(line)).rejects.toThrow('plinth.env, line 3: ');
  },
);

it.each([
  'EXAMPLE_A=',
  'EXAMPLE_A={"a": "b"}',
  'EXAMPLE_A="a # b"',

  '  # a comment',
])('accepts the environment file line %s', (line) => loadLine(line));

it.each([
  ['backup --env-file a.env x', 'a.env', 'backup x'],
  ['--env-file=a.env backup x', 'a.env', 'backup x'],
  ['backup x', undefined, 'backup x'],
])('extracts --env-file from the arguments %s', (line, file, rest) => {
  const parsed = extractEnvironmentFile(line.split(' '));
  expect([parsed.file, parsed.args.join(' ')]).toEqual([file, rest]);
});
