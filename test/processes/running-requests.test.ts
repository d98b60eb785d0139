/** @module-tag matrix */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { judge, type Visit } from '../stress/crash/visits.ts';
import { until } from '../support/until.ts';
import { startLoad } from './load.ts';
import { ownSignalSite, timesLogged } from './signal-site.ts';

/** Time after which every client has begun its last request. */
const UNDER_WAY_MS = 100;
/** Delay of the second signal. An earlier one counts as the first one. */
const RETRY_DELAY_MS = 300;

it('a site finishes running requests on SIGTERM', async () => {
  await using site = await ownSignalSite();
  const visits: Visit[] = [];
  const load = startLoad(site, visits);
  await until('all are answered', load.isAnswered);
  // Stops new requests first, because a connection may be lost while the port closes.
  const stopped = load.stop();
  await wait(UNDER_WAY_MS);
  process.kill(site.pid, 'SIGTERM');
  const [{ code }, { pages, drops }] = await Promise.all([site.ended, stopped]);
  expect([code, pages.failures, drops]).toEqual([0, [], []]);
  expect(await judge({ dataDir: site.dataDir }, visits, 1)).toMatchObject({ faults: [] });
});

it('a second SIGTERM ends the site immediately', async () => {
  await using other = await ownSignalSite();
  const held = connect(other.port, '127.0.0.1').on('error', () => undefined);
  held.write('POST /en/work-with-us/application HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n');
  await new Promise((resolve) => held.once('connect', resolve));
  process.kill(other.pid, 'SIGTERM');
  await until('it drains', () => timesLogged(other, 'draining') === 1);
  await wait(RETRY_DELAY_MS);
  process.kill(other.pid, 'SIGTERM');
  expect((await other.ended).code).toBe(1);
  held.destroy();
});
