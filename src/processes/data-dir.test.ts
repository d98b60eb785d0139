import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../store/testing/index.ts';
import { accessibleToOthers, lockDataDir, restrictToOwner } from './data-dir.ts';

it('refuses a data folder that another site uses', async () => {
  const dataDir = await temporaryFolder();
  lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir, 0)).toThrow(`DATA_DIR: another site uses ${dataDir}: `);
});

const modeOf = async (place: string) => ((await stat(place)).mode & 0o7777).toString(8);

/** A data folder with the permissions of an earlier version. */
async function wideFolder() {
  const dataDir = await temporaryFolder();
  const at = (...names: string[]) => path.join(dataDir, ...names);
  await mkdir(at('media', 'v1', 'answers'), { recursive: true });
  await writeFile(at('media', 'v1', 'answers', 'a'), 'a');
  await writeFile(at('plinth.sqlite'), 'x');
  await writeFile(at('plinth.sqlite-wal'), 'x');
  await writeFile(at('not-of-the-site'), 'x');
  for (const place of [[], ['media'], ['media', 'v1'], ['media', 'v1', 'answers']])
    await chmod(at(...place), 0o755);
  for (const file of [
    ['media', 'v1', 'answers', 'a'],
    ['plinth.sqlite'],
    ['plinth.sqlite-wal'],
    ['not-of-the-site'],
  ])
    await chmod(at(...file), 0o644);
  return { dataDir, at };
}

it('restricts a data folder to its owner with all files of the site, but no others', async () => {
  const { dataDir, at } = await wideFolder();
  expect(accessibleToOthers(dataDir)).toHaveLength(4);
  expect(restrictToOwner(dataDir)).toEqual([]);
  for (const folder of [[], ['media'], ['media', 'v1'], ['media', 'v1', 'answers']])
    expect([folder, await modeOf(at(...folder))]).toEqual([folder, '700']);
  for (const file of [['media', 'v1', 'answers', 'a'], ['plinth.sqlite'], ['plinth.sqlite-wal']])
    expect([file, await modeOf(at(...file))]).toEqual([file, '600']);
  expect(await modeOf(at('not-of-the-site'))).toBe('644');
  expect(accessibleToOthers(dataDir)).toEqual([]);
});

it('leaves a shared data folder unchanged, but restricts the files of the site', async () => {
  const { dataDir, at } = await wideFolder();
  await chmod(dataDir, 0o1777);
  expect(restrictToOwner(dataDir)).toEqual([dataDir]);
  expect([await modeOf(dataDir), await modeOf(at('media'))]).toEqual(['1777', '700']);
});

it('does not follow links in a data folder', async () => {
  const { dataDir, at } = await wideFolder();
  const elsewhere = await temporaryFolder();
  await writeFile(path.join(elsewhere, 'b'), 'b');
  await chmod(elsewhere, 0o755);
  await symlink(elsewhere, at('uploads'));
  await symlink(elsewhere, at('media', 'linked'));
  restrictToOwner(dataDir);
  expect(await modeOf(elsewhere)).toBe('755');
});

it('accepts a missing data folder', async () => {
  const dataDir = path.join(await temporaryFolder(), 'later');
  expect([accessibleToOthers(dataDir), restrictToOwner(dataDir)]).toEqual([[], []]);
});
