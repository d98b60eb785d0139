import { startDemoSite } from '../support/demo-site.ts';
import { median, printGoals } from '../support/report.ts';

/** Measures the time until the first page. */
const RUNS = 11;
const MAX_FIRST_MS = 450;

const firstMs: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  await using site = await startDemoSite({ readyAt: '/' });
  firstMs.push(performance.now() - site.startedAt);
}
printGoals([{ name: 'first 200, ms', value: median(firstMs), limit: MAX_FIRST_MS }]);
