import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../src/applications/store/testing/index.ts';
import { startDemoSite } from '../support/demo-site.ts';

it('SIGINT closes the databases without leaving data in their logs', async () => {
  const dataDir = await temporaryFolder();
  await using site = await startDemoSite({ environment: { DATA_DIR: dataDir } });
  process.kill(site.pid, 'SIGINT');
  expect((await site.ended).code).toBe(0);
  expect((await readdir(dataDir)).filter((name) => /-(?:wal|shm)$/u.test(name))).toEqual([]);
});
