import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { launchChromium } from '../support/tools.ts';
import { table } from './numbers.ts';
import { startBuilt } from './sites.ts';

/** What a visit to the end of a page brings over the line, with pictures that are resized and with the backend's own. */
const screens: Record<string, BrowserContextOptions> = {
  '360 px': { viewport: { width: 360, height: 740 } },
  '360 px, 2x': { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  '1440 px': { viewport: { width: 1440, height: 900 } },
};
const paths = { 'home zh': '/', 'home en': '/en' };

/** Nothing more comes after so long without a request. */
const QUIET_MS = 500;

type Bytes = { all: number; pictures: number; count: number };

/** Without resizing a page names the addresses of the files. */
const withOriginals = (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/ srcset="[^"]*"/giu, '')
      .replace(/\/media\/([\w-]+)\/\d+\//gu, '/files/$1/');
    await route.fulfill({ response, body });
  });

async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(QUIET_MS);
}

/** A first visit: a context of its own has nothing cached. */
async function visit(
  browser: Browser,
  address: string,
  screen: BrowserContextOptions,
  isResized: boolean,
): Promise<Bytes> {
  await using context = await browser.newContext(screen);
  const page = await context.newPage();
  const bytes: Bytes = { all: 0, pictures: 0, count: 0 };
  page.on('requestfinished', async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    const size = responseBodySize + responseHeadersSize;
    bytes.all += size;
    if (request.resourceType() !== 'image') return;
    bytes.pictures += size;
    bytes.count += 1;
  });
  if (!isResized) await withOriginals(page);
  await page.goto(address);
  await readToTheEnd(page);
  return bytes;
}

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

await using site = await startBuilt();
await using browser = await launchChromium();
const rows: string[][] = [];
for (const [name, path] of Object.entries(paths)) {
  for (const [label, screen] of Object.entries(screens)) {
    const resized = await visit(browser, site.base + path, screen, true);
    const original = await visit(browser, site.base + path, screen, false);
    rows.push([
      `${name}, ${label}`,
      ...[resized.all, resized.pictures, original.all, original.pictures].map(kilobytes),
      `${resized.count}`,
    ]);
  }
}
const heads = ['page', 'KB', 'of pictures', 'KB without resizing', 'of pictures', 'pictures'];
console.log(table(heads, rows));
