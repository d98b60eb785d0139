import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { inject } from 'vitest';
import type { SiteAddresses } from './sites-setup.ts';
import { launchChromium } from './tools.ts';

/** How long a step may take, on a machine that is busy with other things too. */
const PATIENCE_MS = 15_000;

/** One browser for all files of a worker, which share their modules. */
let launched: Promise<Browser> | undefined;
const browser = (): Promise<Browser> => {
  launched ??= launchChromium();
  return launched;
};

/** A context that knows no cookie and wants no motion. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await (await browser()).newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Runs with a new context and closes it whatever happens. */
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

/** Runs with a page of a new context and the addresses of the sites. */
export const withPage = <T>(
  options: BrowserContextOptions,
  use: (page: Page, sites: SiteAddresses, context: BrowserContext) => Promise<T>,
): Promise<T> =>
  withContext(options, async (context) => use(await context.newPage(), inject('sites'), context));

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
