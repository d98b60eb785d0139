import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sendOne } from '../slow/slow-uploads.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { startSignalSite, workersOf } from './signal-site.ts';

const SENT = 303;

let dataDir: string;
let site: DemoSite;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-primary-'));
  site = await startSignalSite(dataDir);
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const uploads = () => readdir(path.join(dataDir, 'uploads'));

it('a primary that is killed takes its workers with it, once they have answered', async () => {
  expect(workersOf(site)).toHaveLength(2);
  const sent = sendOne(Number(new URL(site.base).port), 1, { fileBytes: 100_000, kbitPerSecond: 600 });
  await vi.waitFor(async () => expect(await uploads()).not.toEqual([]), { timeout: 20_000 });
  process.kill(site.pid, 'SIGKILL');
  expect(await sent).toBe(SENT);
  expect((await site.ended).signal).toBe('SIGKILL');
});
