import { setTimeout as wait } from 'node:timers/promises';
import { startDemoSite } from '../support/demo-site.ts';
import { residentMb } from '../support/processes.ts';
import { median, printGoals } from '../support/report.ts';

/** Measures the time until the first page, and idle memory. */
const RUNS = 11;
const IDLE_MS = 3000;
const MAX_FIRST_MS = 450;
const MAX_IDLE_MB = 150;

const firstMs: number[] = [];
const idleMb: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  await using site = await startDemoSite({ readyAt: '/' });
  firstMs.push(performance.now() - site.startedAt);
  await wait(IDLE_MS);
  idleMb.push(residentMb(site.pid));
}
printGoals([
  { name: 'first 200, ms', value: median(firstMs), limit: MAX_FIRST_MS },
  { name: 'idle, MB', value: median(idleMb), limit: MAX_IDLE_MB },
]);
