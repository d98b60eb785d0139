/** @module-tag matrix */
import { rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { DemoSite } from '../support/demo-site.ts';
import { until } from '../support/until.ts';
import { ownSignalSite, timesLogged, workersOf } from './signal-site.ts';

/** Waits for the workers, and moves the program away, as in the middle of a build. */
async function breakBuild(site: DemoSite) {
  const ready = () => timesLogged(site, 'content is available');
  await until('both workers are ready', () => ready() === 2);
  const program = `/proc/${site.pid}/cwd/dist/program.js`;
  await rename(program, `${program}.away`);
  return { ready, repair: () => rename(`${program}.away`, program) };
}

it('workers continue if a new one cannot start, and a dead one is replaced after the build is repaired', async () => {
  await using site = await ownSignalSite();
  const { ready, repair } = await breakBuild(site);
  const [victim = 0, other] = workersOf(site);
  process.kill(site.pid, 'SIGHUP');
  await until('the restart has failed', () => timesLogged(site, 'rolling restart: failed') === 1);
  expect(workersOf(site)).toEqual([victim, other]);
  process.kill(victim, 'SIGKILL');
  await until('it was attempted', () => timesLogged(site, 'a worker died and is replaced') > 2);
  expect((await fetch(site.base)).status).toBe(200);
  await repair();
  await until('another is ready', () => ready() === 3, { timeoutMs: 40_000 });
  expect(workersOf(site)).toContain(other);
});

it('the site ends with 1 after 30 seconds without a worker', { tags: ['matrix'] }, async () => {
  await using site = await ownSignalSite();
  await breakBuild(site);
  const killedAt = Date.now();
  for (const pid of workersOf(site)) process.kill(pid, 'SIGKILL');
  expect((await site.ended).code).toBe(1);
  expect(Date.now() - killedAt).toBeGreaterThan(25_000);
});
