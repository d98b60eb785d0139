import type { Browser, Page } from 'playwright';
import { launchChromium } from '../support/tools.ts';
import { median, table } from './numbers.ts';
import { poorLine } from './poor-line.ts';
import { startBuilt } from './sites.ts';

/**
 * `npm run bench -- next`: from pointing at a link to the first paint of its page, with prefetch and without, at 400 kbit/s and 400 ms;
 * and what a journey of ten pages by mouse prefetches.
 */
const LINE = { kbitPerSecond: 400, roundTripMs: 400 };
const VIEWPORT = { width: 1440, height: 900 };
const RUNS = 5;
/** How long a hand rests on a link before it clicks, in milliseconds. */
const RESTS_MS = [300, 1000];
const START = '/en/about-us';
const NEXT = '/en/our-business';
const JOURNEY = [
  ...['about-us', 'our-business', 'news', 'investor-relations', 'sustainability', 'careers', 'work-with-us'],
  ...['about-us', 'our-business', 'news'],
].map((name) => `/en/${name}`);

const linkTo = (page: Page, path: string) => page.locator(`a[href="${path}"]:visible`).first();

const firstPaintAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      performance.timeOrigin +
      (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
  );

async function openStart(browser: Browser, base: string): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.goto(`${base}${START}`, { waitUntil: 'networkidle' });
  return page;
}

/** Milliseconds from the click to the first paint. */
async function visitNext(browser: Browser, base: string, restMs: number): Promise<number> {
  const page = await openStart(browser, base);
  await linkTo(page, NEXT).hover();
  await page.waitForTimeout(restMs);
  const clickedAt = Date.now();
  await linkTo(page, NEXT).click({ noWaitAfter: true });
  await page.waitForURL(`**${NEXT}`);
  await page.waitForLoadState('load');
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const paintedAt = await firstPaintAt(page);
  await page.context().close();
  return paintedAt - clickedAt;
}

async function journey(browser: Browser, base: string): Promise<void> {
  const page = await openStart(browser, base);
  for (const path of JOURNEY.slice(1)) {
    await linkTo(page, path).hover();
    await page.waitForTimeout(RESTS_MS[0] ?? 0);
    await linkTo(page, path).click();
    await page.waitForURL(`**${path}`);
    await page.waitForLoadState('load');
  }
  await page.context().close();
}

await using site = await startBuilt();
const browser = await launchChromium();
await using poor = await poorLine(site.base, LINE);
await using without = await poorLine(site.base, { ...LINE, withoutRules: true });
const rows: (string | number)[][] = [];
for (const restMs of RESTS_MS) {
  const paints: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    paints[0].push(await visitNext(browser, without.base, restMs));
    paints[1].push(await visitNext(browser, poor.base, restMs));
  }
  for (const [at, what] of ['without prefetch', 'with prefetch'].entries()) {
    const fromClick = Math.round(median(paints[at] ?? []));
    rows.push([`${restMs} ms of pointing, ${what}`, fromClick, fromClick + restMs]);
  }
}
console.log(table(['first paint of the next page', 'ms from the click', 'ms from pointing'], rows));
await using counted = await poorLine(site.base, LINE);
await journey(browser, counted.base);
const { requests, bytes } = counted.prefetched;
console.log(`\na journey of ${JOURNEY.length} pages prefetches ${requests} of them, ${bytes} bytes`);
await browser.close();
process.exit(0);
