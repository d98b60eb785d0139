import { expect, it } from 'vitest';
import { temporaryFolder } from '../store/testing/index.ts';
import { lockDataDir } from './lock-data-dir.ts';

it('refuses a data folder that another site uses', async () => {
  const dataDir = await temporaryFolder();
  lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir, 0)).toThrow(`DATA_DIR: another site uses ${dataDir}: `);
});
