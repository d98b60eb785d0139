import type { Page } from 'playwright';

/** When the pages of a stopped clock are opened. */
export const OPENED_AT = Date.UTC(2030, 4, 5, 9);

/** Stops the clock of the pages to be opened: their time passes when the test says so (`page.clock.runFor`). */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: OPENED_AT - 60_000 });
  await page.clock.pauseAt(OPENED_AT);
}
