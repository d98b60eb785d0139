/** @module-tag matrix */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendOne } from '../slow/slow-uploads.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { until } from '../support/until.ts';
import { startSignalSite, timesLogged, workersOf } from './signal-site.ts';

const SENT = 303;

let dataDir: string;
let site: DemoSite;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-primary-'));
  site = await startSignalSite(dataDir);
});
afterEach(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const uploads = () => readdir(path.join(dataDir, 'uploads'));

/** Sends a file on a slow line, and is back when the first of it is there; gives the status of the answer to come. */
async function sendSlowly(): Promise<{ status: Promise<number> }> {
  const status = sendOne(site.port, 1, { fileBytes: 100_000, kbitPerSecond: 600 });
  await vi.waitFor(async () => expect(await uploads()).not.toEqual([]), { timeout: 20_000 });
  return { status };
}

it('a primary that is killed takes its workers with it, once they have answered', async () => {
  expect(workersOf(site)).toHaveLength(2);
  const { status } = await sendSlowly();
  process.kill(site.pid, 'SIGKILL');
  expect(await status).toBe(SENT);
  expect((await site.ended).signal).toBe('SIGKILL');
});

it('a primary that is killed in its drain does no harm to the answers of its workers', async () => {
  const { status } = await sendSlowly();
  process.kill(site.pid, 'SIGTERM');
  await until('it drains', () => timesLogged(site, 'draining') === 1);
  process.kill(site.pid, 'SIGKILL');
  expect(await status).toBe(SENT);
  await site.ended;
  expect(timesLogged(site, 'unexpected fault: the process ends')).toBe(0);
});
