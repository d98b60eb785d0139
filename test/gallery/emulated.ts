import type { Page } from 'playwright';

/** Returns controls that forced colours make unrecognisable, and focusable elements without a visible focus. */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  // Presses a key, because `:focus-visible` needs keyboard input.
  await page.keyboard.press('Tab');
  const found = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const isDrawn = (style: string, width: string) => style !== 'none' && Number.parseFloat(width) >= 1;
    const hasEdge = (element: Element) => {
      const { borderTopStyle, borderTopWidth, borderBottomStyle, borderBottomWidth } =
        getComputedStyle(element);
      return isDrawn(borderTopStyle, borderTopWidth) || isDrawn(borderBottomStyle, borderBottomWidth);
    };
    /** Returns whether a link is underlined, because it may have the colour of the text. */
    const isLine = (element: Element) => getComputedStyle(element).textDecorationLine.includes('underline');
    const isFocusSeen = (element: HTMLElement) => {
      element.focus({ preventScroll: true });
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return document.activeElement !== element || isDrawn(outlineStyle, outlineWidth);
    };
    const focusable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
    const rules: [string, string, (element: HTMLElement) => boolean][] = [
      ['no edge', '.button, input[type=search], .search-form button', hasEdge],
      ['no line', '.prose a, .card-summary a', isLine],
      ['no outline', focusable, isFocusSeen],
    ];
    return rules.flatMap(([problem, selector, isFine]) =>
      shown(selector)
        .filter((element) => !isFine(element))
        .map(({ tagName, className, textContent }) => `${problem}: ${tagName}.${className} ${textContent}`),
    );
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Returns elements and pseudo-elements that move or fade despite reduced motion. */
export async function moving(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate(() => {
    const lasts = (durations: string) => durations.split(',').some((one) => Number.parseFloat(one) > 0);
    const moves = (element: Element, pseudo?: string) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element, pseudo);
      return lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration));
    };
    return [...document.querySelectorAll('*')]
      .filter((element) => [undefined, '::before', '::after'].some((part) => moves(element, part)))
      .map((element) => `${element.tagName}.${element.className}`);
  });
}
