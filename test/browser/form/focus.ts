import type { Page } from 'playwright';
import type { Focus } from '../../support/focus.ts';

/** Elements that the keyboard should reach, in document order. */
const REACHABLE =
  'a[href], button, input:not([type=hidden]), select, textarea, audio[controls], [tabindex="0"]';
/** Native controls (date, player) take several steps within one element. */
const MOST_STEPS = 12;

/** Numbers the elements that Tab should reach, in document order. */
export const numberWithin = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    ([within, reachable]) => {
      const all = [...document.querySelectorAll<HTMLElement>(`${within} :is(${reachable})`)];
      const shown = all.filter(
        (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
      );
      for (const [index, element] of shown.entries()) element.dataset.order = String(index);
      return shown.length;
    },
    [selector, REACHABLE] as const,
  );

/** The focused element, whether its focus is visible, and whether its first line is unobscured. */
const focusOf = (page: Page): Promise<Focus | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element.dataset.order === undefined) return undefined;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, right, top, bottom } = element.getClientRects()[0] ?? new DOMRect();
    const isFree = (y: number) => {
      const hit = document.elementFromPoint((left + right) / 2, y);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    // Parts of native controls have their own focus ring.
    const isInPart = element.matches('audio, [type=date]') && !element.matches(':focus-visible');
    return {
      order: Number(element.dataset.order),
      name: `${element.tagName} ${element.id} ${element.className} at ${Math.round(top)}`,
      hasOutline: isInPart || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2),
      // An element taller than the header may be partly covered by it (WCAG 2.2, 2.4.11).
      isInSight: (bottom - top > 150 || isFree(top + 2)) && isFree(Math.min(bottom - 2, innerHeight - 2)),
    };
  });

/** Presses a key until another element has the focus. */
async function step(page: Page, key: string, before?: Focus): Promise<Focus | undefined> {
  for (let presses = 0; presses < MOST_STEPS; presses += 1) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    if (focus?.order !== before?.order) return focus;
  }
  return undefined;
}

/** Records the focus over a number of elements. */
export async function walk(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  elements: number,
): Promise<(Focus | undefined)[]> {
  const walked: (Focus | undefined)[] = [];
  for (let count = 0; count < elements; count += 1) walked.push(await step(page, key, walked.at(-1)));
  return walked;
}

/** Parts of a linked field that are hidden by the header or below the window. */
export const hiddenParts = (page: Page, name: string): Promise<string[]> =>
  page.evaluate((field) => {
    const header = document.querySelector('.header') ?? document.body;
    const isSticky = getComputedStyle(header).position === 'sticky';
    const top = isSticky ? header.getBoundingClientRect().bottom : 0;
    const isHidden = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.top < top || Math.min(box.bottom, box.top + 40) > innerHeight;
    };
    const parts = document.querySelectorAll(`#${field}, #${field}-field :is(label, img, .field-problem)`);
    return [...parts].filter(isHidden).map(({ tagName, textContent }) => `${tagName} ${textContent}`.trim());
  }, name);
