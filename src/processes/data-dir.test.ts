import { chmod, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../applications/store/testing/index.ts';
import { lockDataDir, restrictToOwner } from './data-dir.ts';

it('rejects a data folder that another site uses', async () => {
  const dataDir = await temporaryFolder();
  lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir, 0)).toThrow(`DATA_DIR: another site uses ${dataDir}: `);
});

const modeOf = async (place: string) => ((await stat(place)).mode & 0o7777).toString(8);

it.each([
  [0o755, true, '700'],
  [0o700, true, '700'],
  [0o1777, false, '1777'],
])('closes a data folder of mode %o to other users unless it is shared', async (mode, isClosed, after) => {
  const dataDir = await temporaryFolder();
  await chmod(dataDir, mode);
  expect(restrictToOwner(dataDir)).toBe(isClosed);
  expect(await modeOf(dataDir)).toBe(after);
});
