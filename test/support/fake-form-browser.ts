import type { BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { complaintsOf, waitForFormScript, withContext } from './browser.ts';
import { type FakeForm, PATHS, startFakeForm } from './fake-form.ts';

type Shown = Parameters<typeof startFakeForm>[0];
type Options = BrowserContextOptions & {
  shown?: Shown;
  /** Errors and warnings that the test causes. */
  expected?: RegExp;
};
type FormTest = { page: Page; fake: FakeForm };

/** Opens the form. Unexpected errors and warnings of the browser fail the test. */
export async function withForm(
  { shown, expected, ...options }: Options,
  use: (test: FormTest) => Promise<void>,
): Promise<void> {
  const fake = await startFakeForm(shown);
  try {
    await withContext(options, async (context) => {
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(fake.origin + PATHS.page);
      if (!shown?.closed) await waitForFormScript(page);
      await use({ page, fake });
      expect(complaints.filter((complaint) => !expected?.test(complaint))).toEqual([]);
    });
  } finally {
    await fake.stop();
  }
}

/** Errors of the browser that tests expect. */
export const ERROR_STATUS = /status of [45]\d\d|: [45]\d\d$/u;
export const LOST_CONNECTION = /ERR_|Failed to fetch/u;

export const until = (check: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(check).toBe(true);

/** Records the texts of the uploads' live region for `uploadStatuses`. */
export const recordUploadStatus = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const statuses: string[] = [];
    const region = document.querySelector('#_upload-status') as HTMLElement;
    new MutationObserver(() => statuses.push(region.textContent)).observe(region, { childList: true });
    Object.assign(window, { statuses });
  });

export const uploadStatuses = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { statuses: string[] }).statuses);

export const pdf = (name: string, bytes = 1000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(bytes, 'x'),
});

/** Rows of uploads that have not ended. */
export const rows = (page: Page) => page.locator('#_uploads > li');
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
export const button = (page: Page, label: string, name: string) =>
  rows(page).getByRole('button', { name: `${label} ${name}`, exact: true });

/** Returns the names of the draft's files. */
export const names = (page: Page): Promise<string[]> => page.locator('#_files .file-name').allTextContents();

export const pick = (page: Page, ...files: ReturnType<typeof pdf>[]): Promise<void> =>
  page.setInputFiles('#declareFile', files);

export const submit = (page: Page): Promise<void> => page.click('#_submit');
export const isSubmitDelayed = async (page: Page): Promise<boolean> =>
  (await page.textContent('#_form-status')) === en.uploadsPending;
