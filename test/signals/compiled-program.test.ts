import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../src/build/places.ts';

const PROGRAM = path.join(root, 'dist/program.js');
const COMPILED = path.join(root, 'dist/program.compiled');

/** Says whether V8 takes what is kept of the program. */
const LOOK = `
  const { readFileSync } = require('node:fs');
  const [program, compiled] = process.argv.slice(1);
  const script = new (require('node:vm').Script)(readFileSync(program, 'latin1'), { cachedData: readFileSync(compiled) });
  console.log(script.cachedDataRejected ? 'refused' : 'taken');
`;

const lookWith = async (flags: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', LOOK, PROGRAM, COMPILED]);
  return stdout.trim();
};

it('what the build keeps of the program is taken by V8', async () => {
  expect(await lookWith([])).toBe('taken');
});

it('what the build keeps of the program is refused by V8 with flags that change its code', async () => {
  expect(await lookWith(['--no-lazy'])).toBe('refused');
});

it('what the build keeps of the program can be read by every user of the machine', async () => {
  expect((await stat(COMPILED)).mode & 0o777).toBe(0o644);
});

it('the program has no character beyond ASCII, which would double its memory', async () => {
  expect((await readFile(PROGRAM, 'latin1')).match(/[^\0-\x7f]/u)).toBeNull();
});
