/** @module-tag matrix */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DemoSite } from '../support/demo-site.ts';
import { until } from '../support/until.ts';
import { startSignalSite, timesLogged, workersOf } from './signal-site.ts';

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

it('ends the workers if the primary is killed', async () => {
  expect(workersOf(site)).toHaveLength(2);
  process.kill(site.pid, 'SIGKILL');
  expect((await site.ended).signal).toBe('SIGKILL');
  expect(timesLogged(site, 'unexpected error: the process exits')).toBe(0);
});

it('ends the workers if the primary is killed while they drain', async () => {
  process.kill(site.pid, 'SIGTERM');
  await until('it drains', () => timesLogged(site, 'draining') === 1);
  process.kill(site.pid, 'SIGKILL');
  await site.ended;
  expect(timesLogged(site, 'unexpected error: the process exits')).toBe(0);
});
