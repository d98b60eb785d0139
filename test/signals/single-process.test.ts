/** @module-tag matrix */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { judge, type Visit } from '../crash/visits.ts';
import { until } from '../support/until.ts';
import { startLoad } from './load.ts';
import { ownSignalSite, timesLogged, workersOf } from './signal-site.ts';

const IGNORED = 'SIGHUP is ignored: a rolling restart needs WEB_CONCURRENCY of 2 or more';
/** After this time every client has begun its last request. */
const UNDER_WAY_MS = 100;

it('a site with one process warns about SIGHUP, and answers running requests on SIGTERM', async () => {
  await using site = await ownSignalSite(1);
  expect(workersOf(site)).toEqual([]);
  process.kill(site.pid, 'SIGHUP');
  await until('it is logged', () => timesLogged(site, IGNORED) === 1);
  expect((await fetch(site.base)).status).toBe(200);
  const visits: Visit[] = [];
  const load = startLoad(site, visits);
  await until('all are answered', load.isAnswered);
  // A connection that arrives while the port closes may be cut: clients only finish what they have begun.
  const stopped = load.stop();
  await wait(UNDER_WAY_MS);
  process.kill(site.pid, 'SIGTERM');
  const [{ code }, { pages, drops }] = await Promise.all([site.ended, stopped]);
  expect([code, pages.failures, drops]).toEqual([0, [], []]);
  expect(await judge({ dataDir: site.dataDir }, visits, 1)).toMatchObject({ faults: [] });
});
