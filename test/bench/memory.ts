import { setTimeout as wait } from 'node:timers/promises';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { proportionalMb } from '../support/processes.ts';
import { printGoals } from '../support/report.ts';
import { startVisitors } from './visitors.ts';

/** Measures memory of the site and its file checkers, idle and under load of pages and applications with files. */
const VISITORS = 100;
const SECONDS = 60;
const MAX_IDLE_MB = 150;
const MAX_LOADED_MB = 300;

await using site = await startDemoSite({ environment: TEST_SETTINGS });
const idle = proportionalMb(site.pid);
let loaded = idle;
await using crowd = startVisitors(site.port, VISITORS);
for (let second = 0; second < SECONDS; second += 1) {
  await wait(1000);
  loaded = Math.max(loaded, proportionalMb(site.pid));
}
const { requests, applications, faults } = await crowd.leave();
console.log(`${requests} requests, ${applications} applications, ${faults.length} failures\n`);
printGoals([
  { name: 'memory idle, MB', value: idle, limit: MAX_IDLE_MB },
  { name: 'memory under load, MB', value: loaded, limit: MAX_LOADED_MB },
]);
