import type { Page } from 'playwright';

/** Time at which pages with a stopped clock are opened. */
const OPENED_AT = Date.UTC(2030, 4, 5, 9);

/** Stops the clock of pages that are opened later. `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: OPENED_AT - 60_000 });
  await page.clock.pauseAt(OPENED_AT);
}
