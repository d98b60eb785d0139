import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';
import { type Focus, faultsIn } from '../support/focus.ts';
import { describeEach } from '../support/matrix.ts';
import { addressOf, pageKinds } from '../support/page-kinds.ts';

const READ_BY_KEYBOARD = ['home', 'article', 'page with sections', 'search with hits'];
const kinds = pageKinds.filter(({ name }) => READ_BY_KEYBOARD.includes(name));
/** One language a width: what stands where depends on the width, hardly on the words. */
const viewportOf = { zh: viewports.phone, en: viewports.desk };
const cases = kinds.map((kind) => ({
  ...kind,
  viewport: viewportOf[kind.language],
  width: viewportOf[kind.language].width,
}));

/** Numbers every element that Tab should reach, in the order of the document; `atRest` are those outside closed panels. */
const numberThem = (page: Page): Promise<{ all: number[]; atRest: number[] }> =>
  page.evaluate(() => {
    const reachable = [...document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex="0"]')];
    const shown = reachable.filter((element) => element.getClientRects().length > 0);
    for (const [index, element] of shown.entries()) element.dataset.order = String(index);
    const all = [...shown.keys()];
    return {
      all,
      atRest: all.filter((index) => shown[index]?.checkVisibility({ visibilityProperty: true })),
    };
  });

/** The focused element, whether its focus is visible, and whether the middle of its first line is unobscured. */
const focusOf = (page: Page): Promise<Focus | undefined> =>
  page.evaluate(async () => {
    // A scroll shows with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element.dataset.order === undefined) return undefined;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, right, top, bottom } = element.getClientRects()[0] ?? new DOMRect();
    const middle = Math.min(top + bottom, top + innerHeight) / 2;
    const hit = document.elementFromPoint((left + right) / 2, middle);
    return {
      order: Number(element.dataset.order),
      name: `${element.tagName} ${element.className} "${element.textContent.slice(0, 40)}" at ${Math.round(top)}`,
      hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isInSight: hit !== null && (element.contains(hit) || hit.contains(element)),
    };
  });

/** Presses a key as often as there are elements, and says what had the focus each time. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab', steps: number): Promise<(Focus | undefined)[]> {
  const walked: (Focus | undefined)[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key);
    walked.push(await focusOf(page));
  }
  return walked;
}

describeEach(cases, ({ name }) => name === 'home')('Tab on $label at $width px', (kind) => {
  it('reaches everything in order, there and back, always in sight', () =>
    withPage({ viewport: kind.viewport }, async (page, sites) => {
      await page.goto(addressOf(sites, kind));
      const { all, atRest } = await numberThem(page);
      const there = await walk(page, 'Tab', all.length);
      expect(there.map((focus) => focus?.order)).toEqual(all);
      expect(faultsIn(there)).toEqual([]);
      const onTheWayBack = atRest.slice(0, -1).reverse();
      const back = await walk(page, 'Shift+Tab', onTheWayBack.length);
      expect(back.map((focus) => focus?.order)).toEqual(onTheWayBack);
      expect(faultsIn(back)).toEqual([]);
    }));
});

describeEach(kinds, ({ name, language }) => name === 'article' && language === 'en')(
  'the skip link of $label',
  (kind) => {
    it('comes first, shows itself, and leads past the header', () =>
      withPage({ viewport: viewports.desk, javaScriptEnabled: false }, async (page, sites) => {
        await page.goto(addressOf(sites, kind));
        await page.keyboard.press('Tab');
        const skip = page.locator(':focus');
        expect(await skip.getAttribute('href')).toBe('#_main');
        const box = await skip.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
        expect(await page.locator('main :focus').count()).toBe(1);
      }));
  },
);
