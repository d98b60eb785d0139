import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { measure, startGenerator } from './load.ts';
import { table } from './numbers.ts';
import { topSelfTimes } from './self-times.ts';
import { startAnew, startBuilt } from './sites.ts';

const LOAD = { seconds: 6, connections: 25, headers: { 'accept-encoding': 'br' } };
const FUNCTIONS = 25;

/** `npm run bench -- profile anew`: the page is rendered for each request; else it comes from the cache. */
const start = process.argv.includes('anew') ? startAnew : startBuilt;
const address = '/';

/** The largest profile in a folder: the worker's. */
async function largestIn(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.reduce((largest, text) => (text.length > largest.length ? text : largest), '');
}

await using folder = await temporaryFolder('profile');
await using site = await start({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder.path}` });
await using generator = startGenerator();
const { perSecond, processorMs } = await measure(generator, site.pid, { ...LOAD, url: site.base + address });
// It writes its profiles when it is asked to end.
process.kill(site.pid, 'SIGTERM');
await until('it has ended', () => !existsSync(`/proc/${site.pid}`));
const top = topSelfTimes(JSON.parse(await largestIn(folder.path)), FUNCTIONS);
console.log(
  `${Math.round(perSecond)} requests/s, ${processorMs.toFixed(3)} ms of processor time each, profiled\n`,
);
const rows = top.map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`]);
console.log(table(['function', 'self time'], rows));
