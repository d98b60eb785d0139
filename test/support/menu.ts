import type { Locator, Page } from 'playwright';

/** Longer than a panel waits before it opens or closes, in milliseconds. */
export const SETTLED_MS = 500;

/** A top-level item: its link, and what lies below it. */
export function itemOf(page: Page, index: number) {
  const item = page.locator('.menu-items > ul > li').nth(index);
  const panel = item.locator('> .menu-panel');
  return { link: item.locator('> a'), panel, links: panel.getByRole('link', { includeHidden: true }) };
}

/** The pointer where no menu is. */
export const leave = (page: Page): Promise<void> => page.mouse.move(10, 880);

/** Twice the size of all letters, as a visitor sets it. */
export const doubleLetters = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** Elements of a part of the page that stick out of the window sideways. */
export const sidewaysIn = (part: Locator): Promise<string[]> =>
  part.evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return right > document.documentElement.clientWidth + 1 || left < -1;
      })
      .map((each) => `${each.tagName} "${each.textContent?.slice(0, 30)}"`),
  );
