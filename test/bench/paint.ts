import type { Page } from 'playwright';
import { median, printGoals, table } from '../support/report.ts';
import { launchChromium } from '../support/tools.ts';
import { recordRendering, renderingOf } from '../support/wire.ts';
import { startLimitPages } from './limit-pages.ts';
import { startBuilt } from './sites.ts';

/** Compares first and largest paint on a phone with a slow connection with the limit pages. Arguments select rows by name. */
const words = process.argv.slice(2);

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 6;
const RUNS = 7;
const MAX_FIRST_RATIO = 1.15;
const MAX_LARGEST_RATIO = 1.5;
const MAX_SHIFT = 0.02;
/** Network idle time after which no larger paint is expected. */
const QUIET_MS = 1500;
const TIMEOUT_MS = 60_000;

const lines = {
  slow: { kbitPerSecond: 400, roundTripMs: 400 },
  fair: { kbitPerSecond: 1600, roundTripMs: 150 },
};
type Line = (typeof lines)[keyof typeof lines];

const paths = {
  home: '',
  list: '/news/group-news',
  article: '/news/group-news/1003',
  form: '/work-with-us/application',
};

type Paints = { first: number; largest: number; shift: number; blockingMs: number };

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
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

const paintsOf = (page: Page): Promise<Pick<Paints, 'first' | 'largest'>> =>
  page.evaluate(async () => {
    const largest = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
    });
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return { first: first?.startTime ?? Number.NaN, largest };
  });

await using site = await startBuilt();
const pages = Object.entries(paths).flatMap(([name, path]) => [
  { name: `${name} zh`, path: path || '/' },
  { name: `${name} en`, path: `/en${path}` },
]);
await using limit = await startLimitPages(
  site.base,
  pages.map(({ path }) => path),
);
await using browser = await launchChromium();

/** Returns the paints of a first visit, in a new context with an empty cache. */
async function visit(address: string, line: Line): Promise<Paints> {
  await using context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await recordRendering(page);
  await throttle(page, line);
  await page.goto(address, { waitUntil: 'load', timeout: TIMEOUT_MS });
  await page.waitForTimeout(QUIET_MS);
  const { shift, blockingMs } = await renderingOf(page);
  return { ...(await paintsOf(page)), shift, blockingMs };
}

type Row = { name: string; ours: Paints[]; limits: Paints[] };
const rows: Row[] = [];
for (const [lineName, line] of Object.entries(lines)) {
  for (const page of pages) {
    const row: Row = { name: `${page.name}, ${lineName}`, ours: [], limits: [] };
    if (!words.every((word) => row.name.includes(word))) continue;
    for (let run = 0; run < RUNS; run += 1) {
      row.ours.push(await visit(site.base + page.path, line));
      row.limits.push(await visit(limit.base + page.path, line));
    }
    rows.push(row);
  }
}

const middle = (runs: Paints[], figure: keyof Paints): number => median(runs.map((run) => run[figure]));
const ratio = ({ ours, limits }: Row, figure: 'first' | 'largest'): number =>
  middle(ours, figure) / middle(limits, figure);
console.log(
  `${table(
    ['page', 'first ms', ': limit', 'largest ms', ': limit'],
    rows.map((row) => [
      row.name,
      ...(['first', 'largest'] as const).flatMap((figure) => [
        Math.round(middle(row.ours, figure)),
        ratio(row, figure).toFixed(2),
      ]),
    ]),
  )}\n`,
);
printGoals(
  rows.flatMap((row) => [
    { name: `${row.name}: first paint : limit`, value: ratio(row, 'first'), limit: MAX_FIRST_RATIO },
    { name: `${row.name}: largest paint : limit`, value: ratio(row, 'largest'), limit: MAX_LARGEST_RATIO },
    { name: `${row.name}: shift`, value: Math.max(...row.ours.map(({ shift }) => shift)), limit: MAX_SHIFT },
    { name: `${row.name}: script blocking, ms`, value: middle(row.ours, 'blockingMs'), limit: 0 },
  ]),
);
