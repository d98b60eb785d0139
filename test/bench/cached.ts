import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../support/child-process.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { listen } from '../support/listen.ts';
import { rawRequest } from '../support/raw-request.ts';
import { median, printGoals } from '../support/report.ts';
import type { Load } from './load.ts';

/** Compares cached pages with a bare `node:http` server that sends the same bytes and headers. */
const ROUNDS = 16;
const MIN_RATE_RATIO = 0.78;
/** Requests that make the site render the page and V8 compile the code. */
const WARM_UP_S = 2;
/** Time until a page that was requested twice has its best compression. */
const SETTLE_MS = 1500;

const PAGES = ['/', '/en/news/group-news/1003'];
const ENCODINGS = ['identity', 'br'];
/** Headers that Node adds itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive'];

/** Starts a server that sends the same response to every request. */
async function startBare(port: number, page: string, encoding: string): Promise<string> {
  const { rawHeaders, body } = await rawRequest(port, page, { headers: { 'accept-encoding': encoding } });
  const isOwn = (at: number) => OWN_HEADERS.includes(rawHeaders[at - (at % 2)]?.toLowerCase() ?? '');
  const sent = rawHeaders.filter((_part, at) => !isOwn(at));
  const server = createServer((_request, response) => response.writeHead(200, sent).end(body));
  return `${(await listen(server.unref())).origin}/`;
}

await using site = await startDemoSite({
  environment: { RATE_LIMIT_PER_MINUTE: '0', CONTENT_FRESH_S: '3600' },
});
await using generator = startChild(path.join(import.meta.dirname, 'load.ts'));
const rateOf = (url: string, encoding: string, duration = 1): Promise<number> =>
  generator.request<number>({ url, encoding, duration } satisfies Load);

for (const page of PAGES)
  for (const encoding of ENCODINGS) {
    const cached = site.base + page;
    await rateOf(cached, encoding, WARM_UP_S);
    await wait(SETTLE_MS);
    const bare = await startBare(site.port, page, encoding);
    await rateOf(bare, encoding, WARM_UP_S);
    const ratios: number[] = [];
    // A shared machine is equally busy for both rates of a round.
    for (let round = 0; round < ROUNDS; round += 1) {
      const rate = await rateOf(cached, encoding);
      ratios.push(rate / (await rateOf(bare, encoding)));
    }
    const name = `${page}, ${encoding}: rate, cached : bare`;
    printGoals([{ name, value: median(ratios), limit: MIN_RATE_RATIO, isFloor: true }]);
  }
