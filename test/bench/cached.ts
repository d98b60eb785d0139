import { setTimeout as wait } from 'node:timers/promises';
import { printGoals, table } from '../support/report.ts';
import { startBare } from './bare.ts';
import { measureInTurn, medianOf, ratioOf, type Subject, startGenerator, warmUp } from './load.ts';
import { startBuilt } from './sites.ts';

/** Cached pages compared with a bare `node:http` server that sends the same bytes and headers. */
const LOAD = { rounds: 16, seconds: 1, connections: 100 };
const MIN_RATE_RATIO = 0.8;
/** Time until a page that was requested twice has its best compression. */
const SETTLE_MS = 1500;

const pages = { home: '/', article: '/en/news/group-news/1003' };
const encodings: Record<string, Record<string, string>> = { identity: {}, br: { 'accept-encoding': 'br' } };

await using site = await startBuilt();
await using bare = startBare();
await using generator = startGenerator();

const cases: { name: string; site: Subject; bare: Subject }[] = [];
for (const [page, address] of Object.entries(pages)) {
  for (const [encoding, headers] of Object.entries(encodings)) {
    const cached: Subject = { url: site.base + address, headers, pid: site.pid, rounds: [] };
    await warmUp(generator, cached);
    await wait(SETTLE_MS);
    const copy = { ...cached, url: await bare.copy(cached.url, headers), pid: bare.pid, rounds: [] };
    await warmUp(generator, copy);
    cases.push({ name: `${page}, ${encoding}`, site: cached, bare: copy });
  }
}
await measureInTurn(
  generator,
  cases.flatMap((one) => [one.site, one.bare]),
  LOAD,
);

const rows = cases.flatMap(({ name, ...subjects }) =>
  (['site', 'bare'] as const).map((kind) => [
    `${name}: ${kind}`,
    Math.round(medianOf(subjects[kind], 'perSecond')),
    medianOf(subjects[kind], 'p50').toFixed(2),
    medianOf(subjects[kind], 'p99').toFixed(2),
    medianOf(subjects[kind], 'processorMs').toFixed(3),
  ]),
);
console.log(`${table(['page', 'requests/s', 'p50 ms', 'p99 ms', 'processor ms'], rows)}\n`);
printGoals(
  cases.map((one) => ({
    name: `${one.name}: rate, cached : bare`,
    value: ratioOf(one.site, one.bare, 'perSecond'),
    limit: MIN_RATE_RATIO,
    isFloor: true,
  })),
);
