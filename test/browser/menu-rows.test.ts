import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserForFile } from '../support/browser.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { startEightItemSite } from '../support/large-menu-site.ts';
import { isFocused, itemOf, SETTLED_MS, tabTo } from '../support/menu.ts';

/** The item above the one of the second row, and that one. */
const UPPER = 6;
const LOWER = 7;
/** From one step of a slow pointer to the next, in milliseconds and pixels. */
const PAUSE_MS = 30;
const STEP_PX = 2;

const { withPage } = browserForFile();
let site: DemoSite;
beforeAll(async () => {
  site = await startEightItemSite();
});
afterAll(() => site.stop());

const onTwoRows = (
  use: (page: Page, upper: ReturnType<typeof itemOf>, lower: ReturnType<typeof itemOf>) => Promise<void>,
) =>
  withPage({ viewport: { width: 1280, height: 800 } }, async (page) => {
    await page.goto(`${site.base}/en`);
    const [upper, lower] = [itemOf(page, UPPER), itemOf(page, LOWER)];
    expect((await lower.link.boundingBox())?.y).toBeGreaterThan((await upper.link.boundingBox())?.y ?? 0);
    await upper.link.hover();
    await expect.poll(() => upper.panel.isVisible()).toBe(true);
    await use(page, upper, lower);
  });

/** Moves the pointer straight down from an item into its panel, step by step. */
async function goDown(page: Page, { link, panel }: ReturnType<typeof itemOf>): Promise<void> {
  const [from, to] = [await link.boundingBox(), await panel.boundingBox()];
  if (!from || !to) throw new Error('nothing is drawn');
  for (let y = from.y + from.height / 2; y < to.y + STEP_PX; y += STEP_PX) {
    await page.mouse.move(from.x + from.width / 2, y);
    await page.waitForTimeout(PAUSE_MS);
  }
}

/** Keeps, frame by frame, which items are under the pointer and which panels are to be seen. */
const watchItems = (page: Page) =>
  page.evaluate(() => {
    const items = [...document.querySelectorAll('.menu > ul > li')];
    const seen = { hovered: new Set<number>(), open: new Set<number>() };
    Object.assign(window, { seen });
    const look = () => {
      for (const [index, item] of items.entries()) {
        const panel = item.querySelector('.menu-panel');
        if (item.matches(':hover')) seen.hovered.add(index);
        if (panel && getComputedStyle(panel).visibility === 'visible') seen.open.add(index);
      }
      requestAnimationFrame(look);
    };
    look();
  });
const itemsSeen = (page: Page) =>
  page.evaluate(() => {
    const { hovered, open } = (window as unknown as { seen: Record<string, Set<number>> }).seen;
    return { hovered: [...(hovered ?? [])], open: [...(open ?? [])] };
  });

it('a slow pointer on its way down to a panel does not open those of the second row', () =>
  onTwoRows(async (page, upper, lower) => {
    await watchItems(page);
    await goDown(page, upper);
    await page.waitForTimeout(SETTLED_MS);
    expect(await itemsSeen(page)).toEqual({ hovered: [UPPER, LOWER], open: [UPPER] });
    expect([await upper.panel.isVisible(), await lower.panel.isVisible()]).toEqual([true, false]);
  }));

it('a pointer that rests on an item of the second row opens its panel in place of the one above', () =>
  onTwoRows(async (_page, upper, lower) => {
    await lower.link.hover();
    await expect.poll(() => lower.panel.isVisible()).toBe(true);
    await expect.poll(() => upper.panel.isVisible()).toBe(false);
  }));

it('a pointer that goes back to the first row opens what it comes to', () =>
  onTwoRows(async (page, upper, lower) => {
    await lower.link.hover();
    const other = itemOf(page, UPPER - 1);
    await other.link.hover();
    await expect.poll(() => other.panel.isVisible()).toBe(true);
    await expect.poll(() => upper.panel.isVisible()).toBe(false);
    expect(await lower.panel.isVisible()).toBe(false);
  }));

it('a pointer that leaves the menu from the second row closes what was open', () =>
  onTwoRows(async (page, upper, lower) => {
    await lower.link.hover();
    await page.mouse.move(300, 700);
    await expect.poll(() => upper.panel.isVisible()).toBe(false);
  }));

it('the keyboard goes on from the first row to the second', () =>
  onTwoRows(async (page, upper, lower) => {
    await page.mouse.move(300, 700);
    await tabTo(page, upper.links.last());
    await page.keyboard.press('Tab');
    expect(await isFocused(lower.link)).toBe(true);
    await expect.poll(() => lower.panel.isVisible()).toBe(true);
    await expect.poll(() => upper.panel.isVisible()).toBe(false);
  }));
