import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../applications/store/testing/index.ts';
import { extractEnvironmentFile, loadEnvironmentFile } from './environment-file.ts';

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
  const taken = extractEnvironmentFile(line.split(' '));
  expect([taken.file, taken.args.join(' ')]).toEqual([file, rest]);
});
