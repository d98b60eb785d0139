import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright';
import { startDemoSite } from '../support/demo-site.ts';
import { listen } from '../support/listen.ts';
import { median, printGoals } from '../support/report.ts';
import { launchChromium } from '../support/tools.ts';
import { recordRendering, renderingOf } from '../support/wire.ts';

/** Compares paints on a phone with a slow connection with those of the same bytes with inline styles and without scripts. */
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 6;
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const RUNS = 7;
const MAX_FIRST_RATIO = 1.15;
const MAX_LARGEST_RATIO = 1.5;
const MAX_SHIFT = 0.02;
/** Network idle time after which no larger paint is expected. */
const QUIET_MS = 1500;

const PATHS = ['', '/news/group-news', '/news/group-news/1003', '/work-with-us/application'];

const STYLE = /<link rel="stylesheet"[^>]* href="([^"]+)"\/?>/gu;
const SCRIPT = /<script type="module"[^>]*><\/script>|<script>.*?<\/script>/gsu;

await using site = await startDemoSite({
  environment: { RATE_LIMIT_PER_MINUTE: '0', CONTENT_FRESH_S: '3600' },
});

/** Serves pages with inline styles and without scripts, which paint as fast as their content allows, and other files unchanged. */
const limits = await listen(
  createServer(async ({ url = '/', headers }, response) => {
    const original = await fetch(site.base + url, { headers: { Accept: headers.accept ?? '*/*' } });
    const type = original.headers.get('content-type') ?? '';
    if (!type.startsWith('text/html')) {
      response.writeHead(original.status, { 'Content-Type': type }).end(await original.bytes());
      return;
    }
    const html = await original.text();
    const [[, href = ''] = []] = html.matchAll(STYLE);
    const style = await (await fetch(site.base + href)).text();
    const bare = html.replace(SCRIPT, '').replace(STYLE, '');
    const page = bare.replace('</head>', () => `<style>${style}</style></head>`);
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br' }).end(brotliCompressSync(page));
  }).unref(),
);
await using browser = await launchChromium();

const paintsOf = (page: Page) =>
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

/** Returns the figures of a first visit, in a new context with an empty cache. */
async function visit(pageUrl: string) {
  await using context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await recordRendering(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(pageUrl, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(QUIET_MS);
  return { ...(await paintsOf(page)), ...(await renderingOf(page)) };
}

for (const path of PATHS.flatMap((one) => [one || '/', `/en${one}`])) {
  type Figures = Awaited<ReturnType<typeof visit>>;
  const runs: { own: Figures; limit: Figures }[] = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push({ own: await visit(site.base + path), limit: await visit(limits.origin + path) });
  const ratio = (figure: 'first' | 'largest') =>
    median(runs.map(({ own }) => own[figure])) / median(runs.map(({ limit }) => limit[figure]));
  printGoals([
    { name: `${path}: first paint : limit`, value: ratio('first'), limit: MAX_FIRST_RATIO },
    { name: `${path}: largest paint : limit`, value: ratio('largest'), limit: MAX_LARGEST_RATIO },
    { name: `${path}: shift`, value: Math.max(...runs.map(({ own }) => own.shift)), limit: MAX_SHIFT },
    { name: `${path}: script blocking, ms`, value: median(runs.map(({ own }) => own.blockingMs)), limit: 0 },
  ]);
}
await limits.close();
