import type { Page } from 'playwright';

const FOCUSABLE = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

/** Returns controls that forced colours make unrecognisable, such as buttons without edges. */
export async function lostInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(() => {
    const described = (element: Element) =>
      `${element.tagName}.${element.className} ${element.textContent?.slice(0, 30)}`;
    const seen = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const hasEdge = (element: Element) => {
      const { borderTopStyle, borderTopWidth, borderBottomStyle, borderBottomWidth } =
        getComputedStyle(element);
      const isDrawn = (style: string, width: string) => style !== 'none' && Number.parseFloat(width) > 0;
      return isDrawn(borderTopStyle, borderTopWidth) || isDrawn(borderBottomStyle, borderBottomWidth);
    };
    /** Returns whether a link is underlined, because it may have the colour of the text. */
    const isLine = (element: Element) => getComputedStyle(element).textDecorationLine.includes('underline');
    return [
      ...seen('.button, input[type=search], .search-form button')
        .filter((element) => !hasEdge(element))
        .map((element) => `no edge: ${described(element)}`),
      ...seen('.prose a, .card-summary a')
        .filter((element) => !isLine(element))
        .map((element) => `no line: ${described(element)}`),
    ];
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Returns focusable elements without a visible focus. */
export async function unseenFocus(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  // Presses a key, because `:focus-visible` needs keyboard input.
  await page.keyboard.press('Tab');
  const found = await page.evaluate((focusable) => {
    const isOutlined = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    return [...document.querySelectorAll<HTMLElement>(focusable)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap((element) => {
        element.focus({ preventScroll: true });
        const isFine = document.activeElement !== element || isOutlined(element);
        return isFine
          ? []
          : [`no outline: ${element.tagName}.${element.className} ${element.textContent?.slice(0, 30)}`];
      });
  }, FOCUSABLE);
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Minimum duration of visible changes. */
const SHORTEST_S = 0.01;

/** Returns elements and pseudo-elements that move or fade despite reduced motion. */
export async function moving(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate((shortest) => {
    const longest = (durations: string) =>
      Math.max(
        ...durations.split(',').map((one) => Number.parseFloat(one) * (one.includes('ms') ? 0.001 : 1)),
      );
    const moves = (element: Element, pseudo?: string) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element, pseudo);
      return (
        longest(transitionDuration) > shortest ||
        (animationName !== 'none' && longest(animationDuration) > shortest)
      );
    };
    const sides = [undefined, '::before', '::after'];
    return [...document.querySelectorAll('*')]
      .filter((element) => sides.some((side) => moves(element, side)))
      .map((element) => `${element.tagName}.${element.className}`);
  }, SHORTEST_S);
}
