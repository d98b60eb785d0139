import { setTimeout as wait } from 'node:timers/promises';
import { startVisitors } from '../soak/visitors.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { FREE } from '../support/form-client.ts';
import { proportionalMb, residentMb, treeOf } from '../support/processes.ts';
import { table, tellGoals } from './numbers.ts';

/**
 * `npm run bench -- memory`: the memory of a site of one process, with those that look into files, while visitors ask for pages of
 * every kind and send applications with files.
 */
const VISITORS = 100;
const SECONDS = 60;

const MAX_MB = 200;

/** Pages of the disk that processes share, such as those of Node's program, count for each in `resident`, and once in `proportional`. */
type Look = { processes: number; residentMb: number; proportionalMb: number };

const lookAt = (pid: number): Look => ({
  processes: treeOf(pid).length,
  residentMb: residentMb(pid),
  proportionalMb: proportionalMb(pid),
});

await using site = await startDemoSite({ environment: FREE });
const looks = [lookAt(site.pid)];
await using crowd = startVisitors(site.port, VISITORS);
for (let second = 0; second < SECONDS; second += 1) {
  await wait(1000);
  looks.push(lookAt(site.pid));
}
const { requests, applications, faults } = await crowd.leave();

const most = (figure: keyof Look) => Math.max(...looks.map((look) => look[figure]));
const HEAD = ['', 'processes', 'resident, MB', 'proportional, MB'];
const [idle = lookAt(site.pid)] = looks;
console.log(
  table(HEAD, [
    ['idle', idle.processes, idle.residentMb, idle.proportionalMb],
    ['the most under load', most('processes'), most('residentMb'), most('proportionalMb')],
  ]),
);
console.log(`\n${requests} requests, ${applications} applications, ${faults.length} faults.\n`);
tellGoals([{ name: 'memory under load, MB', value: most('proportionalMb'), limit: MAX_MB }]);
