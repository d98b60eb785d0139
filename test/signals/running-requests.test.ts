/** @module-tag matrix */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { judge, type Visit } from '../crash/visits.ts';
import { until } from '../support/until.ts';
import { startLoad } from './load.ts';
import { ownSignalSite } from './signal-site.ts';

/** After this time every client has begun its last request. */
const UNDER_WAY_MS = 100;

it('a site answers running requests on SIGTERM', async () => {
  await using site = await ownSignalSite();
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
