import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../support/until.ts';
import { startSignalSite, timesLogged, workersOf } from './signal-site.ts';

const REPLACED = 'a worker died and is replaced';

/** A site whose program is missing from now on, as in the middle of a build. */
async function brokenSite() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-broken-'));
  const site = await startSignalSite(dataDir);
  onTestFinished(async () => {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const ready = () => timesLogged(site, 'content is available');
  await until('both workers are ready', () => ready() === 2);
  const program = `/proc/${site.pid}/cwd/dist/program.js`;
  await rename(program, `${program}.away`);
  return { site, ready, repair: () => rename(`${program}.away`, program) };
}

it('the old workers continue if a new one cannot start, and a dead one is replaced once it can', async () => {
  const { site, ready, repair } = await brokenSite();
  const [victim = 0, other] = workersOf(site);
  process.kill(site.pid, 'SIGHUP');
  await until('the restart has failed', () => timesLogged(site, 'rolling restart: failed') === 1);
  expect(workersOf(site)).toEqual([victim, other]);
  process.kill(victim, 'SIGKILL');
  await until('it was attempted', () => timesLogged(site, REPLACED) > 2);
  expect((await fetch(site.base)).status).toBe(200);
  await repair();
  await until('another is ready', () => ready() === 3, { patienceMs: 40_000 });
  expect(workersOf(site)).toContain(other);
});

it('the site ends with 1 after 30 seconds without a worker', { tags: ['matrix'] }, async () => {
  const { site } = await brokenSite();
  const killedAt = Date.now();
  for (const pid of workersOf(site)) process.kill(pid, 'SIGKILL');
  expect((await site.ended).code).toBe(1);
  expect(Date.now() - killedAt).toBeGreaterThan(25_000);
});
