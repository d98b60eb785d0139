import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { visitPages } from '../load/support/pages.ts';
import { startCrowd } from '../support/crowd.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { residentMb } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { median, table, tellGoals } from './numbers.ts';

/** `npm run bench -- redirects`: what a list of 20,000 old addresses costs the pages of a site, beside a site without one. */
const LINES = 20_000;
const FOLDERS = 200;
const WARM_MS = 4000;
const MEASURED_MS = 30_000;
/** The time between two visitors who come by an old address, in milliseconds. */
const EVERY_MS = 20;
const MAX_P99_RATIO = 1.1;

/** As a group's earlier site had them: articles by year and number, some with a query's worth of words, and whole folders. */
function oldAddresses(): { exact: string[]; lines: string[] } {
  const exact = Array.from(
    { length: LINES - FOLDERS },
    (_, at) =>
      `/content/${2004 + (at % 20)}/${String(at).padStart(6, '0')}/news-of-the-group-${at % 97}.html`,
  );
  const folders = Array.from({ length: FOLDERS }, (_, at) => `/archive-${at}/* /news/group-news`);
  return { exact, lines: [...exact.map((old) => `${old} /news/group-news/1003`), ...folders] };
}

await using folder = await temporaryFolder('redirects');
const { exact, lines } = oldAddresses();
const file = path.join(folder.path, 'redirects.txt');
await writeFile(file, `${lines.join('\n')}\n`);

await using bare = await startDemoSite({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
await using listed = await startDemoSite({
  environment: { RATE_LIMIT_PER_MINUTE: '0', REDIRECTS_FILE: file },
});
using barePages = visitPages(bare.base);
using listedPages = visitPages(listed.base);
const times: number[] = [];
const stop = startCrowd(1, async (turn, { agent }) => {
  const startedAt = performance.now();
  const { status } = await rawRequest(listed.port, exact[(turn * 7919) % exact.length] ?? '', { agent });
  if (status !== 301) throw new Error(`an old address is answered with ${status}`);
  times.push(performance.now() - startedAt);
  await wait(EVERY_MS);
});
await wait(WARM_MS);
await Promise.all([barePages.figures(), listedPages.figures()]);
await wait(MEASURED_MS);
const [without, within] = await Promise.all([barePages.figures(), listedPages.figures()]);
await stop();

const row = (name: string, { requests, p50, p99 }: typeof without, pid: number) => [
  name,
  requests,
  p50,
  p99,
  Math.round(residentMb(pid)),
];
console.log(
  table(
    ['site', 'pages', 'p50 ms', 'p99 ms', 'MB'],
    [row('no list', without, bare.pid), row(`${LINES} old addresses`, within, listed.pid)],
  ),
);
console.log(
  `\n${times.length} visitors came by an old address, led on in ${median(times).toFixed(2)} ms (median)\n`,
);
tellGoals([
  { name: 'p99 with the list beside without', value: within.p99 / without.p99, limit: MAX_P99_RATIO },
]);
