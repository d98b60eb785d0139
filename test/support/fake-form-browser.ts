import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { complaintsOf } from './browser.ts';
import { type FakeForm, PATHS, startFakeForm } from './fake-form.ts';
import { launchChromium } from './tools.ts';

type Shown = Parameters<typeof startFakeForm>[0];
type Options = BrowserContextOptions & {
  shown?: Shown /** Complaints that the test brings about. */;
  expected?: RegExp;
};
export type FormTest = { page: Page; fake: FakeForm };

/** One browser for all tests of a file, which each have a server and a page of their own. */
export function formBrowserForFile() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Opens the form's page; whatever the browser complains of, a breach of the policy say, fails the test. */
  return async function withForm(
    { shown, expected, ...options }: Options,
    use: (test: FormTest) => Promise<void>,
  ): Promise<void> {
    if (!browser) throw new Error('the browser did not start');
    const fake = await startFakeForm(shown);
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(15_000);
    try {
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(fake.origin + PATHS.page, { waitUntil: 'networkidle' });
      await use({ page, fake });
      expect(complaints.filter((complaint) => !expected?.test(complaint))).toEqual([]);
    } finally {
      await context.close();
      await fake.stop();
    }
  };
}

export const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Waits until something holds. */
export const until = (check: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(check, { timeout: 15_000 }).toBe(true);

/** Puts the texts that the upload's live region says, one after another, where `said` reads them. */
export const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const said: string[] = [];
    const region = document.querySelector('#_upload-status') as HTMLElement;
    new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true });
    Object.assign(window, { said });
  });

export const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said);

export const pdf = (name: string, bytes = 1000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(bytes, 'x'),
});
