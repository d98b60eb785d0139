import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/tools.ts';
import { median, table } from './numbers.ts';
import { startBuilt } from './sites.ts';
import { styleAndLayoutMs } from './trace.ts';

/** A phone on a poor line, as design §7 measures others. */
const VIEWPORT = { width: 360, height: 740 };
const BYTES_PER_SECOND = 400_000 / 8;
const ROUND_TRIP_MS = 400;
const SLOWER = 6;

const RUNS = 7;
/** No larger paint comes after so long without a request. */
const QUIET_MS = 1500;
const PATIENCE_MS = 60_000;

const pages = { 'home zh': '/', 'home en': '/en' };

type Paints = { first: number; largest: number; layout: number; requests: number; kilobytes: number };

/** The line and the processor of a cheap phone; the cache is that of a first visit. */
async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Paints as the browser itself reports them, in milliseconds from the start of the navigation. */
const paintsOf = (page: Page): Promise<Omit<Paints, 'requests' | 'layout'>> =>
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

/** A visit over the poor line. */
async function visit(browser: Browser, address: string): Promise<Omit<Paints, 'layout'>> {
  await using context = await newVisitor(browser);
  const page = await context.newPage();
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await throttle(page);
  await page.goto(address, { waitUntil: 'load', timeout: PATIENCE_MS });
  await page.waitForTimeout(QUIET_MS);
  return { ...(await paintsOf(page)), requests };
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
await using browser = await launchChromium();
const rows: (string | number)[][] = [];
for (const [name, path] of Object.entries(pages)) {
  // The server's own first rendering is no part of it.
  for (let warm = 0; warm < 2; warm += 1)
    await fetch(site.base + path, { headers: { 'accept-encoding': 'br' } });
  const runs: Paints[] = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push({
      ...(await visit(browser, site.base + path)),
      layout: await layoutOf(browser, site.base + path),
    });
  const middle = (figure: keyof Paints) => Math.round(median(runs.map((paints) => paints[figure])));
  const every = runs.map(({ first }) => Math.round(first)).join(', ');
  const figures = (['first', 'largest', 'layout', 'requests', 'kilobytes'] as const).map(middle);
  rows.push([name, ...figures, every]);
}
console.log(
  table(
    [
      'page',
      'first paint ms',
      'largest paint ms',
      'style and layout before ms',
      'requests',
      'KB',
      'first paints of each run',
    ],
    rows,
  ),
);
