import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/tools.ts';
import { keepUnrest, unrestOf } from '../support/wire.ts';
import { startLimitPages } from './limit-pages.ts';
import { type Goal, median, table, tellGoals } from './numbers.ts';
import { startBuilt } from './sites.ts';
import { styleAndLayoutMs } from './trace.ts';

/**
 * `npm run bench -- paint WORD …`: the first and the largest paint of pages on a phone over poor lines, beside a plain page
 * of the same content with its style inside, which is the limit. Both are visited in turn. The words choose rows.
 */
const words = process.argv.slice(2);

const VIEWPORT = { width: 360, height: 740 };
const SLOWER = 6;
const RUNS = 7;
const MAX_FIRST_RATIO = 1.15;
const MAX_LARGEST_RATIO = 1.5;
const MAX_SHIFT = 0;
/** No larger paint comes after so long without a request. */
const QUIET_MS = 1500;
const PATIENCE_MS = 60_000;
const TASK_MS = 50;

const lines = {
  slow: { kbitPerSecond: 400, roundTripMs: 400 },
  fair: { kbitPerSecond: 1600, roundTripMs: 150 },
};
type Line = (typeof lines)[keyof typeof lines];

const pages = {
  'home zh': '/',
  'home en': '/en',
  'list zh': '/news/group-news',
  'list en': '/en/news/group-news',
  'article zh': '/news/group-news/1003',
  'article en': '/en/news/group-news/1003',
  'form zh': '/work-with-us/application',
  'form en': '/en/work-with-us/application',
};

type Paints = { first: number; largest: number; shift: number; requests: number; kilobytes: number };

/** The line and the processor of a cheap phone; the cache is that of a first visit. */
async function throttle(page: Page, { kbitPerSecond, roundTripMs }: Line): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const bytesPerSecond = (kbitPerSecond * 1000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Paints as the browser itself reports them, in milliseconds from the start of the navigation. */
const paintsOf = (page: Page): Promise<Pick<Paints, 'first' | 'largest' | 'kilobytes'>> =>
  page.evaluate(async () => {
    const largest = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
    });
    const loaded = performance.getEntries().filter((entry) => 'transferSize' in entry);
    const bytes = (loaded as PerformanceResourceTiming[]).reduce((sum, entry) => sum + entry.transferSize, 0);
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return { first: first?.startTime ?? Number.NaN, largest, kilobytes: bytes / 1000 };
  });

/** A first visit: a context of its own knows neither the page nor the connection. */
const newVisitor = (browser: Browser) =>
  browser.newContext({ viewport: VIEWPORT, isMobile: true, hasTouch: true });

async function visit(browser: Browser, address: string, line: Line): Promise<Paints> {
  await using context = await newVisitor(browser);
  const page = await context.newPage();
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await keepUnrest(page, TASK_MS);
  await throttle(page, line);
  await page.goto(address, { waitUntil: 'load', timeout: PATIENCE_MS });
  await page.waitForTimeout(QUIET_MS);
  const { shift } = await unrestOf(page);
  return { ...(await paintsOf(page)), shift, requests };
}

/** A visit with the whole processor, since a slowed one counts its pauses; what it takes there is multiplied. */
async function layoutOf(browser: Browser, address: string): Promise<number> {
  await using context = await newVisitor(browser);
  const page = await context.newPage();
  const untilPainted = async () => {
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  };
  return SLOWER * (await styleAndLayoutMs(browser, page, untilPainted));
}

await using site = await startBuilt();
await using limit = await startLimitPages(site.base, Object.values(pages));
await using browser = await launchChromium();

/** What a page, and the limit beside it, need on a line: medians, how they compare, and between what the first paints lie. */
async function measure(
  name: string,
  line: Line,
  path: string,
): Promise<{ row: (string | number)[]; goals: Goal[] }> {
  const runs: { ours: Paints; least: Paints; layout: number }[] = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push({
      ours: await visit(browser, site.base + path, line),
      least: await visit(browser, limit.base + path, line),
      layout: await layoutOf(browser, site.base + path),
    });
  const middle = (of: (run: (typeof runs)[number]) => number) => Math.round(median(runs.map(of)));
  const paint = (of: 'first' | 'largest') => {
    const ms = middle(({ ours }) => ours[of]);
    return { ms, ratio: ms / middle(({ least }) => least[of]) };
  };
  const [first, largest] = [paint('first'), paint('largest')];
  const firsts = runs.map(({ ours }) => Math.round(ours.first)).sort((a, b) => a - b);
  const shift = Math.max(...runs.map(({ ours }) => ours.shift));
  return {
    row: [
      name,
      first.ms,
      `${firsts[0]}–${firsts.at(-1)}`,
      first.ratio.toFixed(2),
      largest.ms,
      largest.ratio.toFixed(2),
      shift.toFixed(3),
      middle(({ layout }) => layout),
      middle(({ ours }) => ours.requests),
      middle(({ ours }) => ours.kilobytes),
    ],
    goals: [
      { name: `${name}: first paint : limit`, value: first.ratio, limit: MAX_FIRST_RATIO },
      { name: `${name}: largest paint : limit`, value: largest.ratio, limit: MAX_LARGEST_RATIO },
      { name: `${name}: shift`, value: shift, limit: MAX_SHIFT },
    ],
  };
}

const measured: Awaited<ReturnType<typeof measure>>[] = [];
for (const [lineName, line] of Object.entries(lines)) {
  for (const [pageName, path] of Object.entries(pages)) {
    const name = `${pageName}, ${lineName}`;
    if (words.every((word) => name.includes(word))) measured.push(await measure(name, line, path));
  }
}
console.log(
  table(
    [
      'page',
      'first, ms',
      'range',
      ': limit',
      'largest, ms',
      ': limit',
      'shift',
      'layout, ms',
      'requests',
      'KB',
    ],
    measured.map(({ row }) => row),
  ),
);
console.log();
tellGoals(measured.flatMap(({ goals }) => goals));
