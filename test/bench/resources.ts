import { setTimeout as wait } from 'node:timers/promises';
import { newVisit, submit } from '../stress/visits.ts';
import { startCrowd } from '../support/crowd.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { DEMO_FORM, TEST_SETTINGS } from '../support/form-client.ts';
import { proportionalMb } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { median, printGoals } from '../support/report.ts';

/** Measures the start, and memory of the site and its file checkers, idle and under load of pages and applications with files. */
const STARTS = 11;
const MAX_FIRST_MS = 450;
const VISITORS = 100;
const SECONDS = 60;
/** Visits per application with files. */
const APPLICATIONS_IN = 200;
const PAUSE_MS = 40;
const MAX_IDLE_MB = 110;
const MAX_LOADED_MB = 300;

/** Cached and uncached pages. */
const PATHS = [
  () => '/',
  () => '/en/about-us',
  () => '/en/news/group-news/1003',
  (turn: number) => `/search?keyword=${encodeURIComponent(`投资${turn % 50}`)}`,
  (turn: number) => `/no/such/page/${turn}`,
  () => DEMO_FORM,
];

const firstMs: number[] = [];
for (let start = 0; start < STARTS; start += 1) {
  await using started = await startDemoSite({ readyAt: '/' });
  firstMs.push(performance.now() - started.startedAt);
}
await using site = await startDemoSite({ environment: TEST_SETTINGS });
const idle = proportionalMb(site.pid);
let loaded = idle;
let requests = 0;
const stop = startCrowd(VISITORS, async (turn, { number }) => {
  const visit = number + turn * VISITORS;
  if (visit % APPLICATIONS_IN === 0) await submit(newVisit(site.port));
  else await rawRequest(site.port, PATHS[visit % PATHS.length]?.(visit) ?? '/');
  requests += 1;
  await wait(PAUSE_MS);
});
for (let second = 0; second < SECONDS; second += 1) {
  await wait(1000);
  loaded = Math.max(loaded, proportionalMb(site.pid));
}
await stop();
console.log(`${requests} visits`);
printGoals([
  { name: 'first 200, ms', value: median(firstMs), limit: MAX_FIRST_MS },
  { name: 'memory idle, MB', value: idle, limit: MAX_IDLE_MB },
  { name: 'memory under load, MB', value: loaded, limit: MAX_LOADED_MB },
]);
