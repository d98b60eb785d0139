import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { newDraft, temporaryFolder, testStore } from '../../src/applications/store/testing/index.ts';
import { environmentWith } from '../../src/config/environment.ts';
import { doctor, linesOf, QUICK, root } from './support.ts';

it('the doctor reports all invalid settings', async () => {
  const SESSION_SECRET = 'a secret of all machines';
  const result = await doctor({ PORT: 'x', TRUST_PROXY: '-1', DATABASE_URL: 'x', SESSION_SECRET });
  expect(result.hasError).toBe(true);
  expect(linesOf(result, 'settings')).toHaveLength(3);
  expect(linesOf(result, 'build')[0]).toMatch(/^ok/u);
  expect(result.out).not.toContain('backend');
  expect(result.out).toMatch(/warning +other checks +not checked: .*\n\n\d ok, warnings: 1, errors: 3\n$/u);
});

it('the doctor reports an unreachable service', async () => {
  const result = await doctor({ ...QUICK, CLAMD_URL: 'tcp://127.0.0.1:1' });
  expect(linesOf(result, 'virus scan')).toEqual([expect.stringMatching(/^error virus scan .*unreachable/u)]);
});

it('the doctor checks the store of a running site without changing it', async () => {
  const dataDir = await temporaryFolder();
  await testStore(dataDir);
  const before = await readdir(dataDir);
  const result = await doctor({ ...QUICK, DATA_DIR: dataDir });
  expect(linesOf(result, 'database')).toEqual(['ok database SQLite, intact']);
  expect(await readdir(dataDir)).toEqual(before);
});

it('the doctor warns if most drafts come from one client address', async () => {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  for (let at = 0; at < 50; at += 1) await newDraft(store);
  const result = await doctor({ ...QUICK, DATA_DIR: dataDir });
  expect(linesOf(result, 'client addresses')[0]).toMatch(/^warning .* 50 of the last 50 drafts/u);
});

it('the doctor reports a damaged store', async () => {
  const dataDir = await temporaryFolder();
  await writeFile(path.join(dataDir, 'plinth.sqlite'), 'no database at all'.repeat(100), { mode: 0o600 });
  const result = await doctor({ ...QUICK, DATA_DIR: dataDir });
  expect(linesOf(result, 'database')[0]).toMatch(/^error database file is not a database/u);
});

it('the doctor does not create a missing store', async () => {
  const dataDir = path.join(await temporaryFolder(), 'later');
  const examined = async () => linesOf(await doctor({ ...QUICK, DATA_DIR: dataDir }), 'database')[0];
  expect(await examined()).toMatch(/^warning/u);
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  await mkdir(dataDir);
  expect(await examined()).toMatch(/^warning/u);
  expect(await readdir(dataDir)).toEqual([]);
});

it('the doctor runs in a clone without a build and names the missing build', async () => {
  const clone = await temporaryFolder();
  for (const name of ['src', 'locales', 'package.json'])
    await cp(path.join(root, name), path.join(clone, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
  await mkdir(path.join(clone, 'dist'));
  const env = environmentWith({}, { NODE_ENV: 'development', DATA_DIR: path.join(clone, 'data') });
  const command = path.join(clone, 'src/cli/plinth.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [command, 'doctor'], { env, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^error +build +there is no build: run npm run build$/mu);
  expect(stdout).toMatch(/^ok +CONTENT_DIR +\d+ files in /mu);
  expect(stdout).toMatch(/ errors: 1\n$/u);
});
