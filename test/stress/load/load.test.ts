/** @module-tag matrix */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { startDemoSite } from '../../support/demo-site.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { descriptorsOf, residentMb, watchMemory } from '../../support/processes.ts';
import { until } from '../../support/until.ts';
import { excesses, scaled, TIMEOUT_MS, usesPostgresS3 } from '../scale.ts';
import { startTestStore } from '../test-store.ts';
import { visitPages } from './pages.ts';
import { openSlowLines } from './slow-lines.ts';
import { readyToUpload, storedDigests } from './uploads.ts';

const UPLOADS = scaled({ uploads: 8, fileBytes: 400_000 }, { uploads: 50, fileBytes: 10 * 1024 * 1024 });
/** Loads all modules before memory is measured. */
const WARM_UP = { uploads: 2, fileBytes: 200_000 };
const SLOW_LINES = scaled(60, 500);
const SLOW_LINES_END_MS = 150_000;
/** Descriptors of page visits during the test and of the site itself. */
const SPARE_DESCRIPTORS = 10;

/** Gives the threads of a process idle CPU priority until the end of the block, as if it ran on another machine. */
function lowerPriority(pid: number): Disposable {
  const schedule = (policy: string) => execFileSync('chrt', [policy, '--all-tasks', '--pid', '0', `${pid}`]);
  schedule('--idle');
  return { [Symbol.dispose]: () => void schedule('--other') };
}

/** Measures pages and memory of a site during `act`. */
async function measured<T>({ pid, base }: { pid: number; base: string }, act: () => Promise<T>) {
  await using pages = visitPages(base);
  await pages.figures();
  const idleMb = residentMb(pid);
  const peak = watchMemory(pid);
  using _visitors = lowerPriority(process.pid);
  const result = await act();
  const { failures, p99 } = await pages.figures();
  return { result, failures, slow: excesses({ p99, idleMb, peakMb: peak() }) };
}

it('stores all concurrent uploads of many visitors unchanged while pages are read', {
  timeout: TIMEOUT_MS,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const { place, environment, servers } = await startTestStore(stack, usesPostgresS3);
  if (servers) stack.use(lowerPriority(servers.postgres.pid()));
  await using site = await startDemoSite({ environment: { ...TEST_SETTINGS, ...environment } });
  await (await readyToUpload(site.port, WARM_UP))();
  const upload = await readyToUpload(site.port, UPLOADS);
  const { result, failures, slow } = await measured(site, upload);
  expect({ failures, slow }).toEqual({ failures: 0, slow: [] });
  expect(result.statuses.filter((status) => ![303, 200, 204].includes(status))).toEqual([]);
  expect(await storedDigests(place)).toEqual(expect.arrayContaining(result.digests));
});

it('closes slow connections of every kind while pages are read', { timeout: TIMEOUT_MS }, async () => {
  await using site = await startDemoSite({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
  const idle = descriptorsOf(site.pid);
  const { failures, slow } = await measured(site, async () => {
    const close = openSlowLines(site.port, SLOW_LINES);
    const areOpen = () => descriptorsOf(site.pid) > idle + SLOW_LINES / 2;
    await until('most slow lines are open', areOpen);
    const areClosed = () => descriptorsOf(site.pid) <= idle + SPARE_DESCRIPTORS;
    await until('all slow lines are closed', areClosed, { timeoutMs: SLOW_LINES_END_MS, pauseMs: 500 });
    close();
  });
  expect({ failures, slow }).toEqual({ failures: 0, slow: [] });
});
