import type { Locator, Page } from 'playwright';

/** What has the focus, in the order of the document. */
export type Focus = { order: number; name: string; hasOutline: boolean; isInSight: boolean };

export const faultsIn = (walked: (Focus | undefined)[]): string[] =>
  walked.flatMap((focus) => [
    ...(focus?.hasOutline ? [] : [`no outline: ${focus?.name}`]),
    ...(focus?.isInSight ? [] : [`out of sight: ${focus?.name}`]),
  ]);

export const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, locator: Locator, most = 150): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isFocused(locator)) return;
  }
  throw new Error(`${most} times Tab do not lead to ${locator}`);
}
