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
    const isDrawn = (style: string, width: string, least = 0) =>
      style !== 'none' && Number.parseFloat(width) > least;
    const hasEdge = (element: Element) => {
      const style = getComputedStyle(element);
      return (
        isDrawn(style.borderTopStyle, style.borderTopWidth) ||
        isDrawn(style.borderBottomStyle, style.borderBottomWidth)
      );
    };
    /** Returns whether a link is underlined, because it may have the colour of the text. */
    const isLine = (element: Element) => getComputedStyle(element).textDecorationLine.includes('underline');
    const isFocusSeen = (element: HTMLElement) => {
      element.focus({ preventScroll: true });
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return document.activeElement !== element || isDrawn(outlineStyle, outlineWidth, 1.9);
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

/** Minimum duration of visible changes. */
const SHORTEST_MS = 10;

/** Returns elements and pseudo-elements that move or fade despite reduced motion. */
export async function moving(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate((shortestMs) => {
    const longestMs = (durations: string) =>
      Math.max(
        ...durations.split(',').map((one) => Number.parseFloat(one) * (one.includes('ms') ? 1 : 1000)),
      );
    const moves = (element: Element, pseudo?: string) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element, pseudo);
      const isAnimated = animationName !== 'none' && longestMs(animationDuration) > shortestMs;
      return isAnimated || longestMs(transitionDuration) > shortestMs;
    };
    return [...document.querySelectorAll('*')]
      .filter((element) => [undefined, '::before', '::after'].some((side) => moves(element, side)))
      .map((element) => `${element.tagName}.${element.className}`);
  }, SHORTEST_MS);
}
