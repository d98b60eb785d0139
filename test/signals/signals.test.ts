import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { judge, type Visit } from '../crash/visits.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { until } from '../support/until.ts';
import { type LoadFigures, startLoad } from './load.ts';
import { startSignalSite, timesLogged, workersOf } from './signal-site.ts';

/** A second signal that comes sooner is taken for the first one. */
const AGAIN_MS = 300;

/** By then every client has begun its last request, an upload of two seconds for example. */
const UNDER_WAY_MS = 100;

const ROLLED = 'rolling restart: done';

let dataDir: string;
let site: DemoSite;
const visits: Visit[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-signals-'));
  site = await startSignalSite(dataDir);
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function expectNothingDropped({ pages, uploads, applications, drops }: LoadFigures): void {
  expect([...pages.failures, ...drops]).toEqual([]);
  expect([pages.answered, uploads, applications].every((number) => number > 0)).toBe(true);
}

/** Under load, and until some of each kind was answered. */
async function loaded() {
  const load = startLoad(site, visits);
  await until('all are answered', load.isAnswered);
  return load;
}

describe('the site under load', () => {
  it('SIGHUP replaces every worker and drops nothing', async () => {
    const before = workersOf(site);
    const load = await loaded();
    process.kill(site.pid, 'SIGHUP');
    await until('it is done', () => timesLogged(site, ROLLED) === 1);
    const figures = await load.stop();
    expectNothingDropped(figures);
    expect(figures.pages.refused).toBe(0);
    expect(workersOf(site)).toHaveLength(2);
    expect(workersOf(site).filter((pid) => before.includes(pid))).toEqual([]);
  });

  it('a worker that is killed is replaced, while another one serves', async () => {
    const [victim = 0, other] = workersOf(site);
    const load = await loaded();
    process.kill(victim, 'SIGKILL');
    await until('there is another', () => workersOf(site).some((pid) => pid !== victim && pid !== other));
    const { pages } = await load.stop();
    expect(pages.refused).toBe(0);
    expect(timesLogged(site, 'a worker died and is replaced')).toBe(1);
  });

  it('SIGTERM to the whole group answers what was sent, uploads too, and ends with 0', async () => {
    const load = await loaded();
    // A connection that comes while the port closes may be cut: clients only finish what they have begun.
    const stopped = load.stop();
    await wait(UNDER_WAY_MS);
    for (const pid of [...workersOf(site), site.pid]) process.kill(pid, 'SIGTERM');
    const [{ code }, figures] = await Promise.all([site.ended, stopped]);
    expect(code).toBe(0);
    expectNothingDropped(figures);
  });

  it('nothing that was acknowledged is lost or double', async () => {
    const { acknowledged, faults } = await judge({ dataDir }, visits, 1);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  });
});

it.each([1, 2])('a second SIGTERM ends a site with WEB_CONCURRENCY=%d at once', async (workers) => {
  const other = await startSignalSite(dataDir, workers);
  onTestFinished(() => other.stop());
  const held = connect(other.port, '127.0.0.1');
  held.write('POST /en/work-with-us/application HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n');
  held.on('error', () => undefined);
  await new Promise((resolve) => held.once('connect', resolve));
  process.kill(other.pid, 'SIGTERM');
  await until('it drains', () => timesLogged(other, 'draining') === 1);
  await wait(AGAIN_MS);
  process.kill(other.pid, 'SIGTERM');
  expect((await other.ended).code).toBe(1);
  held.destroy();
});
