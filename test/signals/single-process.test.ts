import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge, type Visit } from '../crash/visits.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { until } from '../support/until.ts';
import { startLoad } from './load.ts';
import { startSignalSite, timesLogged, workersOf } from './signal-site.ts';

const IGNORED = 'SIGHUP is ignored: a rolling restart needs WEB_CONCURRENCY of 2 or more';

/** Every client has begun by then what it does last, an upload of two seconds say. */
const UNDER_WAY_MS = 100;

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

it('a site of one process answers on SIGTERM what was under way, uploads too, and ends with 0', async () => {
  const load = startLoad(site, visits);
  await until('all are answered', load.isAnswered);
  // No visitor begins another request: a connection of the same moment may be cut, as a later one is refused.
  const stopped = load.stop();
  await wait(UNDER_WAY_MS);
  process.kill(site.pid, 'SIGTERM');
  const [{ code }, { pages, drops }] = await Promise.all([site.ended, stopped]);
  expect(code).toBe(0);
  expect([...pages.failures, ...drops]).toEqual([]);
  expect(await judge({ dataDir }, visits, 1)).toMatchObject({ faults: [] });
});
