import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { inject } from 'vitest';
import type { SiteAddresses } from './sites-setup.ts';
import { launchChromium } from './tools.ts';

const STEP_TIMEOUT_MS = 15_000;

/** One browser for all test files of a worker. */
let launched: Promise<Browser> | undefined;
const browser = (): Promise<Browser> => {
  launched ??= launchChromium();
  return launched;
};

/** Opens a context without cookies and with reduced motion. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await (await browser()).newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  return context;
}

/** Calls a function with a new context, which it closes afterwards. */
export async function withContext<T>(
  options: BrowserContextOptions,
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await newContext(options);
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/** Calls a function with a page of a new context and the URLs of the sites. */
export const withPage = <T>(
  options: BrowserContextOptions,
  use: (page: Page, sites: SiteAddresses, context: BrowserContext) => Promise<T>,
): Promise<T> =>
  withContext(options, async (context) => use(await context.newPage(), inject('sites'), context));

/** Waits for the next frame, in which the page handles earlier events and layout changes. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** Waits until the form script runs, because `load` does not wait for it. */
export const waitForFormScript = (page: Page): Promise<void> =>
  page.locator('#_form-status').waitFor({ state: 'attached' });

export const viewports = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1100 },
  desk: { width: 1440, height: 900 },
};

/** Collects errors and warnings of the browser, except the status of error pages. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isOwnStatus = message.location().url === page.url() && /status of [45]\d\d/u.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isOwnStatus) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Ignores requests that were aborted by leaving the page.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      complaints.push(`${response.url()}: ${response.status()}`);
  });
  return complaints;
}
