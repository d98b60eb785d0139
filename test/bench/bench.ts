import { setTimeout as wait } from 'node:timers/promises';
import { residentMb } from '../support/processes.ts';
import { startBare } from './bare.ts';
import { startGenerator } from './load.ts';
import { median, table, tellGoals } from './numbers.ts';
import { startAnew, startBuilt } from './sites.ts';
import {
  type Headers,
  interleaved,
  type Measurement,
  medianOf,
  ratioOf,
  type Subject,
  subjectAt,
  twinOf,
  warmUp,
} from './subjects.ts';

/** Rounds of the pairs, whose ratios differ by a tenth from round to round on a shared machine, and of the site without a cache. */
const ROUNDS = 16;
const ANEW_ROUNDS = 4;
const SECONDS = 1;
const CONNECTIONS = [25, 100];

/** How long nobody comes after the first visitor, as on every site: V8 then forgets shapes of objects, which answers need again. */
const IDLE_MS = 5000;

const MIN_RATE_RATIO = 0.9;
const MAX_P99_RATIO = 1.5;
const MAX_PROCESSOR_RATIO = 1.15;
const MAX_RENDER_MS = 2;

const pages = { home: '/', article: '/en/news/group-news/1003' };
const encodings: Record<string, Headers> = { identity: {}, br: { 'accept-encoding': 'br' } };

/** The cached page, the bare server with its bytes, and the page rendered for each request. */
type Case = { name: string; connections: number } & Record<'site' | 'bare' | 'anew', Measurement>;

await using site = await startBuilt();
await using anew = await startAnew();
await using bare = startBare();
await using generator = startGenerator();

async function casesOf(page: string, address: string, encoding: string, headers: Headers): Promise<Case[]> {
  const [cached, rendered] = [subjectAt(site, address), subjectAt(anew, address)];
  await warmUp(generator, cached, headers);
  await warmUp(generator, rendered, headers);
  const twin = await twinOf(bare, cached, headers);
  await warmUp(generator, twin, headers);
  return CONNECTIONS.map((connections) => {
    const of = (subject: Subject): Measurement => ({ ...subject, connections, headers, rounds: [] });
    const name = `${page}, ${encoding}`;
    return { name, connections, site: of(cached), bare: of(twin), anew: of(rendered) };
  });
}

const HEAD = ['page', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'processor ms', 'RSS MB'];

const figuresOf = (name: string, measurement: Measurement): (string | number)[] => [
  name,
  measurement.connections,
  Math.round(medianOf(measurement, 'perSecond')),
  medianOf(measurement, 'p50').toFixed(2),
  medianOf(measurement, 'p99').toFixed(2),
  medianOf(measurement, 'processorMs').toFixed(3),
  medianOf(measurement, 'residentMb'),
];

const RATIOS_HEAD = ['cached : bare', 'connections', 'requests/s', 'p50', 'p99', 'processor'];

const ratiosOf = ({ name, connections, site: own, bare: other }: Case): (string | number)[] => [
  name,
  connections,
  ...(['perSecond', 'p50', 'p99', 'processorMs'] as const).map((figure) =>
    ratioOf(own, other, figure).toFixed(2),
  ),
];

function tell(cases: readonly Case[], idle: Record<string, number>): void {
  const measurements = cases.flatMap((one) => [one.site, one.bare, one.anew]);
  console.log(
    table(
      HEAD,
      cases.flatMap(({ name, site: own, bare: other, anew: rendered }) => [
        figuresOf(`${name}: cached`, own),
        figuresOf(`${name}: bare server`, other),
        figuresOf(`${name}: rendered anew`, rendered),
      ]),
    ),
  );
  console.log(`\n${table(RATIOS_HEAD, cases.map(ratiosOf))}\n`);
  console.log(`RSS idle, MB: ${JSON.stringify(idle)}`);
  const load = median(measurements.map((measurement) => medianOf(measurement, 'generatorLoad')));
  console.log(`The generator took ${load.toFixed(2)} of a core: near 1, it is what limits the rates.\n`);
  tellGoals(cases.flatMap(goalsOf));
}

const goalsOf = ({ name, connections, site: own, bare: other, anew: rendered }: Case) => {
  const label = `${name}, ${connections} connections`;
  return [
    {
      name: `${label}: rate, cached : bare`,
      value: ratioOf(own, other, 'perSecond'),
      limit: MIN_RATE_RATIO,
      isFloor: true,
    },
    { name: `${label}: p99, cached : bare`, value: ratioOf(own, other, 'p99'), limit: MAX_P99_RATIO },
    {
      name: `${label}: processor ms, cached : bare`,
      value: ratioOf(own, other, 'processorMs'),
      limit: MAX_PROCESSOR_RATIO,
    },
    {
      name: `${label}: processor ms, rendered anew`,
      value: medianOf(rendered, 'processorMs'),
      limit: MAX_RENDER_MS,
    },
  ];
};

// The bare server has started when it has one answer to give.
await bare.serve({ headers: [], body: Buffer.from('idle') });
const idle = { site: residentMb(site.pid), bare: residentMb(bare.pid), anew: residentMb(anew.pid) };
for (const { base } of [site, anew]) {
  await (await fetch(base + pages.article)).text();
  await wait(IDLE_MS);
}
const cases: Case[] = [];
for (const [page, address] of Object.entries(pages)) {
  for (const [encoding, headers] of Object.entries(encodings))
    cases.push(...(await casesOf(page, address, encoding, headers)));
}
const pairs = cases.flatMap((one) => [one.site, one.bare]);
await interleaved(generator, pairs, ROUNDS, SECONDS);
const renderings = cases.map((one) => one.anew);
await interleaved(generator, renderings, ANEW_ROUNDS, SECONDS);
tell(cases, idle);
