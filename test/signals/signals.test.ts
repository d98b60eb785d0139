/** @module-tag matrix */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { judge, type Visit } from '../crash/visits.ts';
import { itFirst } from '../support/matrix.ts';
import { until } from '../support/until.ts';
import { type LoadFigures, startLoad } from './load.ts';
import { ownSignalSite, signalSiteForFile, timesLogged, workersOf } from './signal-site.ts';

/** An earlier second signal is taken for the first one. */
const RETRY_DELAY_MS = 300;
/** After this time every client has begun its last request. */
const UNDER_WAY_MS = 100;

const site = signalSiteForFile();
const visits: Visit[] = [];

function expectNothingDropped({ pages, uploads, applications, drops }: LoadFigures): void {
  expect([...pages.failures, ...drops]).toEqual([]);
  expect([pages.answered, uploads, applications].every((number) => number > 0)).toBe(true);
}

/** Starts clients and waits until each kind was answered. */
async function loaded() {
  const load = startLoad(site(), visits);
  await until('all are answered', load.isAnswered);
  return load;
}

it('SIGHUP replaces every worker and drops no request', async () => {
  const before = workersOf(site());
  const load = await loaded();
  process.kill(site().pid, 'SIGHUP');
  await until('it is done', () => timesLogged(site(), 'rolling restart: done') === 1);
  const figures = await load.stop();
  expectNothingDropped(figures);
  expect(figures.pages.refused).toBe(0);
  expect(workersOf(site())).toHaveLength(2);
  expect(workersOf(site()).filter((pid) => before.includes(pid))).toEqual([]);
});

it('a killed worker is replaced while the other one serves', async () => {
  const [victim = 0, other] = workersOf(site());
  const load = await loaded();
  process.kill(victim, 'SIGKILL');
  await until('there is another', () => workersOf(site()).some((pid) => pid !== victim && pid !== other));
  expect((await load.stop()).pages.refused).toBe(0);
  expect(timesLogged(site(), 'a worker died and is replaced')).toBe(1);
});

it('SIGTERM to all processes answers running requests and uploads, ends with 0, and loses no application', async () => {
  const load = await loaded();
  // A connection that arrives while the port closes may be cut: clients only finish what they have begun.
  const stopped = load.stop();
  await wait(UNDER_WAY_MS);
  for (const pid of [...workersOf(site()), site().pid]) process.kill(pid, 'SIGTERM');
  const [{ code }, figures] = await Promise.all([site().ended, stopped]);
  expect(code).toBe(0);
  expectNothingDropped(figures);
  const { acknowledged, faults } = await judge({ dataDir: site().dataDir }, visits, 1);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});

itFirst(1, [2, 1])('a second SIGTERM ends a site with WEB_CONCURRENCY=%d immediately', async (workers) => {
  await using other = await ownSignalSite(workers);
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
