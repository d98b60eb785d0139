import type { Locator, Page } from 'playwright';

export const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, locator: Locator, maxPresses = 150): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isFocused(locator)) return;
  }
  throw new Error(`${maxPresses} Tab presses do not reach ${locator}`);
}
