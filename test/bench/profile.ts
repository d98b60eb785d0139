import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { measure, startGenerator } from './load.ts';
import { table } from './numbers.ts';
import { topSelfTimes } from './self-times.ts';
import { type BenchSite, startAnew, startBuilt } from './sites.ts';

const LOAD = { seconds: 6, connections: 25, headers: { 'accept-encoding': 'br' } };
const FUNCTIONS = 25;
const PAUSE_MS = 50;

/** `npm run bench:profile -- anew`: the page is rendered for each request; else it comes from the cache. */
const start = process.argv.includes('anew') ? startAnew : startBuilt;
const address = '/';

/** The largest profile that the site's processes write when it is asked to end: the worker's. */
async function profileIn(folder: string, site: BenchSite): Promise<string> {
  while (existsSync(`/proc/${site.pid}`)) await wait(PAUSE_MS);
  const names = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.reduce((largest, text) => (text.length > largest.length ? text : largest), '');
}

const folder = await mkdtemp(path.join(tmpdir(), 'plinth-profile-'));
const site = await start({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
const generator = startGenerator();
try {
  const { perSecond, processorMs } = await measure(generator, site.pid, {
    ...LOAD,
    url: site.base + address,
  });
  process.kill(site.pid, 'SIGTERM');
  const top = topSelfTimes(JSON.parse(await profileIn(folder, site)), FUNCTIONS);
  console.log(
    `${Math.round(perSecond)} requests/s, ${processorMs.toFixed(3)} ms of processor time each, profiled\n`,
  );
  console.log(
    table(
      ['function', 'self time'],
      top.map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`]),
    ),
  );
} finally {
  await Promise.all([site.stop(), generator.stop()]);
  await rm(folder, { recursive: true, force: true });
}
