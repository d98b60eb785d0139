import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '../support/demo-site.ts';
import { processorMs, residentMb } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ARTICLES, writeLargeContent } from './large-content.ts';
import { MENU_ITEMS } from './large-menu.ts';
import { type Generator, startGenerator } from './load.ts';
import { median, table, tellGoals } from './numbers.ts';
import { type BenchSite, startAnew, startBuilt } from './sites.ts';
import { interleaved, type Measurement, medianOf, ratioOf, subjectAt, warmUp } from './subjects.ts';

const ROUNDS = 5;
const SECONDS = 1;
const CONNECTIONS = 25;
const STARTS = 3;
/** Article pages asked for once each; the small site has not so many. */
const VISITS = 400;
const SETTLE_MS = 2000;

const MAX_CACHED_RATIO = 1.2;
const MAX_ANEW_RATIO = 3;

const BR = { 'accept-encoding': 'br' };

/** The same in both sites: what differs is how much stands around it. */
const pages = { home: '/', 'article list': '/news/group-news', article: '/en/news/group-news/1003' };

type Sizes = 'small' | 'large';
type Case = { name: string; kind: 'cached' | 'anew' } & Record<Sizes, Measurement>;

await using folder = await temporaryFolder('large');
const visited = evenly(await writeLargeContent(folder.path), VISITS);
const environments: Record<Sizes, Environment> = { small: {}, large: { CONTENT_DIR: folder.path } };

/** Every n-th, so many. */
function evenly<T>(all: readonly T[], count: number): T[] {
  const step = Math.floor(all.length / count);
  return all.filter((_, at) => at % step === 0).slice(0, count);
}

async function secondsToStart(environment: Environment): Promise<number> {
  const startedAt = performance.now();
  await using _site = await startBuilt(environment);
  return (performance.now() - startedAt) / 1000;
}

async function tellStarts(): Promise<void> {
  const seconds: Record<Sizes, number[]> = { small: [], large: [] };
  for (let start = 0; start < STARTS; start += 1) {
    for (const size of ['small', 'large'] as const)
      seconds[size].push(await secondsToStart(environments[size]));
  }
  const rows = Object.entries(seconds).map(([size, values]) => [size, median(values).toFixed(2)]);
  console.log(`${table(['site', 's from start to /readyz'], rows)}\n`);
}

type Visits = { processorMs: number; p50: number };

/** Asks for pages that nobody asked for before: their content is read, too. */
async function visit({ base, pid }: BenchSite, addresses: readonly string[]): Promise<Visits> {
  const times: number[] = [];
  const before = processorMs(pid);
  for (const address of addresses) {
    const startedAt = performance.now();
    const response = await fetch(base + address);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return { processorMs: (processorMs(pid) - before) / addresses.length, p50: median(times) };
}

async function casesOf(
  generator: Generator,
  kind: Case['kind'],
  sites: Record<Sizes, BenchSite>,
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [name, address] of Object.entries(pages)) {
    const of = async (size: Sizes): Promise<Measurement> => {
      const subject = subjectAt(sites[size], address);
      await warmUp(generator, subject, BR);
      return { ...subject, connections: CONNECTIONS, headers: BR, rounds: [] };
    };
    cases.push({ name, kind, small: await of('small'), large: await of('large') });
  }
  return cases;
}

const HEAD = ['page', 'requests/s', 'p50 ms', 'processor ms'];

function tell(cases: readonly Case[]): void {
  const rows = cases.flatMap((one) =>
    (['small', 'large'] as const).map((size) => [
      `${one.name}, ${one.kind}: ${size}`,
      Math.round(medianOf(one[size], 'perSecond')),
      medianOf(one[size], 'p50').toFixed(2),
      medianOf(one[size], 'processorMs').toFixed(3),
    ]),
  );
  console.log(`${table(HEAD, rows)}\n`);
  tellGoals(
    cases.flatMap(({ name, kind, small, large }) =>
      (['p50', 'processorMs'] as const).map((figure) => ({
        name: `${name}, ${kind}: ${figure}, large : small`,
        value: ratioOf(large, small, figure),
        limit: kind === 'cached' ? MAX_CACHED_RATIO : MAX_ANEW_RATIO,
      })),
    ),
  );
}

async function tellMemory(sites: Record<Sizes, BenchSite>): Promise<void> {
  await wait(SETTLE_MS);
  const idle = { small: residentMb(sites.small.pid), large: residentMb(sites.large.pid) };
  const { processorMs: cost, p50 } = await visit(sites.large, visited);
  console.log(
    `RSS idle, MB: small ${idle.small}, large ${idle.large}; large after ${VISITS} articles visited: ${residentMb(sites.large.pid)}`,
  );
  console.log(
    `Each first visit: ${cost.toFixed(2)} ms of processor time, ${p50.toFixed(2)} ms until it was there\n`,
  );
}

console.log(`${MENU_ITEMS} menu items and ${ARTICLES} articles in each language\n`);
await tellStarts();
await using generator = startGenerator();
await using small = await startBuilt(environments.small);
await using large = await startBuilt(environments.large);
await using smallAnew = await startAnew(environments.small);
await using largeAnew = await startAnew(environments.large);
await tellMemory({ small, large });
const cases = [
  ...(await casesOf(generator, 'cached', { small, large })),
  ...(await casesOf(generator, 'anew', { small: smallAnew, large: largeAnew })),
];
await wait(SETTLE_MS);
const measurements = cases.flatMap((one) => [one.small, one.large]);
await interleaved(generator, measurements, ROUNDS, SECONDS);
tell(cases);
