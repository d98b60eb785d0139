import { brotliCompressSync, constants } from 'node:zlib';
import { pageKinds } from '../support/page-kinds.ts';
import { startInProcess } from './in-process.ts';
import { median, table } from './numbers.ts';

/** Starts of a new site, each with nothing cached, and requests to one that has all its content. */
const COLD_RUNS = 15;
const WARM_RUNS = 300;

/** What a page is compressed with at once. */
const QUALITY = 5;

const pages: Record<string, string> = Object.fromEntries(
  pageKinds
    .filter(({ site, language }) => site === 'demo' && language === 'en')
    .map(({ name, path }) => [name, path]),
);

async function timed(address: string): Promise<{ ms: number; response: Response; body: Buffer }> {
  const startedAt = performance.now();
  const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const body = Buffer.from(await response.arrayBuffer());
  return { ms: performance.now() - startedAt, response, body };
}

async function cold(address: string): Promise<number> {
  await using site = await startInProcess();
  return (await timed(site.base + address)).ms;
}

const headerBytes = (response: Response): number =>
  [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 17);

const HEAD = [
  'page',
  'HTML bytes',
  'brotli and headers',
  'cold ms',
  'content cached ms',
  'processor ms (both ends)',
];

await using site = await startInProcess();
const rows: (string | number)[][] = [];
for (const [name, path] of Object.entries(pages)) {
  const address = site.base + path;
  const colds: number[] = [];
  for (let run = 0; run < COLD_RUNS; run += 1) colds.push(await cold(path));
  const { response, body } = await timed(address);
  for (let run = 0; run < WARM_RUNS / 3; run += 1) await timed(address);
  const warms: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < WARM_RUNS; run += 1) warms.push((await timed(address)).ms);
  const used = process.cpuUsage(before);
  const packed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }).length;
  const cpu = (used.user + used.system) / 1000 / WARM_RUNS;
  const times = [median(colds), median(warms), cpu].map((ms) => ms.toFixed(2));
  rows.push([name, body.length, packed + headerBytes(response), ...times]);
}
console.log(table(HEAD, rows));
