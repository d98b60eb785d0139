import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../support/child-process.ts';
import { listen } from '../support/listen.ts';
import { rawRequest } from '../support/raw-request.ts';
import { median, printGoals, table } from '../support/report.ts';
import type { Load } from './load.ts';
import { startBuilt } from './sites.ts';

/** Compares cached pages with a bare `node:http` server that sends the same bytes and headers. */
const ROUNDS = 16;
const MIN_RATE_RATIO = 0.8;
/** Requests that make the site render the page and V8 compile the code. */
const WARM_UP_S = 2;
/** Time until a page that was requested twice has its best compression. */
const SETTLE_MS = 1500;

const pages = { home: '/', article: '/en/news/group-news/1003' };
const encodings: Record<string, Record<string, string>> = { identity: {}, br: { 'accept-encoding': 'br' } };

/** Headers that Node adds itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

type Subject = Omit<Load, 'duration'> & { rates: number[] };

/** Starts a server that sends the same response to every request. */
async function startBare({ url, headers }: Subject): Promise<string> {
  const { port, pathname } = new URL(url);
  const { rawHeaders, body } = await rawRequest(Number(port), pathname, { headers });
  const isOwn = (at: number) => OWN_HEADERS.includes(rawHeaders[at - (at % 2)]?.toLowerCase() ?? '');
  const sent = rawHeaders.filter((_part, at) => !isOwn(at));
  const server = createServer((_request, response) => response.writeHead(200, sent).end(body));
  return `${(await listen(server.unref())).origin}/`;
}

await using site = await startBuilt();
await using generator = startChild(path.join(import.meta.dirname, 'load.ts'));
const rateOf = ({ url, headers }: Subject, duration = 1): Promise<number> =>
  generator.request<number>({ url, headers, duration } satisfies Load);

const cases: { name: string; cached: Subject; bare: Subject }[] = [];
for (const [page, address] of Object.entries(pages)) {
  for (const [encoding, headers] of Object.entries(encodings)) {
    const cached: Subject = { url: site.base + address, headers, rates: [] };
    await rateOf(cached, WARM_UP_S);
    await wait(SETTLE_MS);
    const bare: Subject = { url: await startBare(cached), headers, rates: [] };
    await rateOf(bare, WARM_UP_S);
    cases.push({ name: `${page}, ${encoding}`, cached, bare });
  }
}
const subjects = cases.flatMap(({ cached, bare }) => [cached, bare]);
// Alternates the order, so that other load on the machine affects all servers alike.
for (let round = 0; round < ROUNDS; round += 1)
  for (const subject of round % 2 === 0 ? subjects : subjects.toReversed())
    subject.rates.push(await rateOf(subject));

const rows = cases.map(({ name, cached, bare }) => [
  name,
  ...[cached, bare].map(({ rates }) => Math.round(median(rates))),
]);
console.log(`${table(['requests/s', 'cached', 'bare'], rows)}\n`);
printGoals(
  cases.map(({ name, cached, bare }) => ({
    name: `${name}: rate, cached : bare`,
    // Compares within each round, because both were measured at nearly the same time.
    value: median(cached.rates.map((rate, at) => rate / (bare.rates[at] ?? Number.NaN))),
    limit: MIN_RATE_RATIO,
    isFloor: true,
  })),
);
