import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge, type Visit } from '../crash/visits.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { startLoad } from './load.ts';
import { startSignalSite, timesLogged, until, workersOf } from './signal-site.ts';

const IGNORED = 'SIGHUP is ignored: a rolling restart needs WEB_CONCURRENCY of 2 or more';

let dataDir: string;
let site: DemoSite;
const visits: Visit[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-single-'));
  site = await startSignalSite(dataDir, 1);
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('a site with WEB_CONCURRENCY=1 is one process', () => {
  expect(workersOf(site)).toEqual([]);
});

it('a site of one process answers SIGHUP by one warning, and goes on', async () => {
  process.kill(site.pid, 'SIGHUP');
  await until('it is said', () => timesLogged(site, IGNORED) === 1);
  expect((await fetch(site.base)).status).toBe(200);
  expect(workersOf(site)).toEqual([]);
  expect(timesLogged(site, 'rolling restart: begun')).toBe(0);
});

it('a site of one process answers on SIGTERM what was sent, uploads too, and ends with 0', async () => {
  const load = startLoad(site, visits);
  await until('all are answered', load.isAnswered);
  process.kill(site.pid, 'SIGTERM');
  const { code } = await site.ended;
  const { pages, drops } = await load.stop();
  expect(code).toBe(0);
  expect([...pages.failures, ...drops]).toEqual([]);
  expect(pages.refused).toBeGreaterThan(0);
  expect(await judge(dataDir, visits, 1)).toMatchObject({ faults: [] });
});
