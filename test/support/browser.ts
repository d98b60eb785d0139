import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { type Sites, startSites } from './demo-site.ts';
import { launchChromium } from './tools.ts';

/** How long a step may take, on a machine that is busy with other things too. */
const PATIENCE_MS = 15_000;

/** One browser and one set of sites for all tests of a file. */
export function browserForFile() {
  let browser: Browser | undefined;
  let running: Sites | undefined;

  beforeAll(async () => {
    [browser, running] = await Promise.all([launchChromium(), startSites()]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });

  const ready = () => {
    if (!browser || !running) throw new Error('the browser or the sites did not start');
    return { browser, sites: running };
  };

  /** Runs with a page of a new context, which knows no cookie, and closes it whatever happens. */
  async function withPage<T>(
    options: BrowserContextOptions,
    use: (page: Page, sites: Sites, context: BrowserContext) => Promise<T>,
  ): Promise<T> {
    const { browser: own, sites } = ready();
    const context = await own.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    try {
      return await use(await context.newPage(), sites, context);
    } finally {
      await context.close();
    }
  }

  return { withPage };
}

/** Sizes of window: a phone, a tablet and a desk. */
export const viewports = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1100 },
  desk: { width: 1440, height: 900 },
};

/** What the browser complains of while a page is used. A page that is itself an error is said to be one: that is no fault. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOwnStatus = message.location().url === page.url() && /status of [45]\d\d/u.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isOwnStatus) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // What a page had still to fetch when it was left is nobody's fault.
    if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      complaints.push(`${response.url()}: ${response.status()}`);
  });
  return complaints;
}
