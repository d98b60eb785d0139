import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '../support/demo-site.ts';
import { residentMb } from '../support/processes.ts';
import { printGoals, table } from '../support/report.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ARTICLES, MENU_ITEMS, writeLargeContent } from './large-content.ts';
import { measureInTurn, medianOf, ratioOf, type Subject, startGenerator, warmUp } from './load.ts';
import { type BenchSite, startBuilt, startUncached } from './sites.ts';

/** The same pages with the demo content and with a large menu and many articles, cached and rendered. */
const LOAD = { rounds: 5, seconds: 1, connections: 25 };
const SETTLE_MS = 2000;
const MAX_RATIO = { cached: 1.2, rendered: 3 };

const pages = { home: '/', 'article list': '/news/group-news', article: '/en/news/group-news/1003' };

const sizes = ['small', 'large'] as const;
type Sizes = (typeof sizes)[number];
type Case = { name: string; kind: keyof typeof MAX_RATIO } & Record<Sizes, Subject>;

await using folder = await temporaryFolder('large');
await writeLargeContent(folder.path);
console.log(`${MENU_ITEMS} menu items and ${ARTICLES} articles in each language\n`);
const environments: Record<Sizes, Environment> = { small: {}, large: { CONTENT_DIR: folder.path } };

await using generator = startGenerator();
await using small = await startBuilt(environments.small);
const startedAt = performance.now();
await using large = await startBuilt(environments.large);
console.log(`Start of the large site until /readyz: ${Math.round(performance.now() - startedAt)} ms`);
await using smallUncached = await startUncached(environments.small);
await using largeUncached = await startUncached(environments.large);
await wait(SETTLE_MS);
console.log(`RSS idle, MB: small ${residentMb(small.pid)}, large ${residentMb(large.pid)}\n`);

async function subjectAt({ base, pid }: BenchSite, address: string): Promise<Subject> {
  const subject: Subject = { url: base + address, pid, headers: { 'accept-encoding': 'br' }, rounds: [] };
  await warmUp(generator, subject);
  return subject;
}

const cases: Case[] = [];
for (const [name, address] of Object.entries(pages)) {
  for (const [kind, sites] of [
    ['cached', { small, large }],
    ['rendered', { small: smallUncached, large: largeUncached }],
  ] as const)
    cases.push({
      name,
      kind,
      small: await subjectAt(sites.small, address),
      large: await subjectAt(sites.large, address),
    });
}
await measureInTurn(
  generator,
  cases.flatMap((one) => [one.small, one.large]),
  LOAD,
);

const rows = cases.flatMap((one) =>
  sizes.map((size) => [
    `${one.name}, ${one.kind}: ${size}`,
    Math.round(medianOf(one[size], 'perSecond')),
    medianOf(one[size], 'p50').toFixed(2),
    medianOf(one[size], 'processorMs').toFixed(3),
  ]),
);
console.log(`${table(['page', 'requests/s', 'p50 ms', 'processor ms'], rows)}\n`);
printGoals(
  cases.map((one) => ({
    name: `${one.name}, ${one.kind}: processor ms, large : small`,
    value: ratioOf(one.large, one.small, 'processorMs'),
    limit: MAX_RATIO[one.kind],
  })),
);
