import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig, SettingsError } from './config.ts';
import { MAX_REDIRECTS_BYTES } from './setting-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plinth-redirects-'));
const file = path.join(folder, 'redirects.txt');
afterAll(() => rmSync(folder, { recursive: true }));

function readProblems(content: string | Buffer, others: Record<string, string> = {}): string[] {
  writeFileSync(file, content);
  try {
    readConfig({ REDIRECTS_FILE: file, ...others });
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

it('reads REDIRECTS_FILE with the settings', () => {
  writeFileSync(file, '\ufeff/旧 https://www.group.example/new\r\n');
  const config = readConfig({ REDIRECTS_FILE: file, SITE_URL: 'https://www.group.example/' });
  expect(config.redirects).toEqual([
    { line: 1, from: '/%E6%97%A7', hasStar: false, query: new Map(), to: '/new' },
  ]);
});

it('reports errors in REDIRECTS_FILE by line', () => {
  expect(readProblems('/a /b\n/c\n/d /d\n', { PORT: 'x' })).toEqual([
    'PORT must be a whole number of at least 0',
    'REDIRECTS_FILE line 2: must be a legacy path and a target',
    'REDIRECTS_FILE line 3: is a loop: /d → /d',
  ]);
});

it.each([
  ['is not UTF-8', Buffer.from('/caf\xe9 /b\n', 'latin1'), /is not UTF-8/u],
  ['is too large', Buffer.alloc(MAX_REDIRECTS_BYTES + 1, '#'), /has more than 4 MB/u],
])('rejects a redirects file that %s', (_what, content, message) => {
  expect(readProblems(content)).toEqual([expect.stringMatching(message)]);
});

it('counts the errors in REDIRECTS_FILE beyond the first ones', () => {
  for (const [more, text] of [
    [1, '1 more invalid line'],
    [2, '2 more invalid lines'],
  ] as const)
    expect(readProblems('/c\n'.repeat(20 + more)).at(-1)).toBe(`REDIRECTS_FILE has ${text}`);
});

it('names the file in ROOT_FILES that cannot be read', () => {
  const rootFiles = mkdtempSync(path.join(folder, 'root-'));
  const link = path.join(rootFiles, 'google1a2b.html');
  symlinkSync('absent', link);
  expect(readProblems('', { ROOT_FILES: rootFiles })).toEqual([
    `ROOT_FILES: ${link} cannot be read: it does not exist`,
  ]);
});

it('rejects a missing redirects file', () => {
  const missingFile = path.join(folder, 'none.txt');
  expect(readProblems('', { REDIRECTS_FILE: missingFile })).toEqual([
    `REDIRECTS_FILE cannot be read (it does not exist): ${missingFile}`,
  ]);
});
