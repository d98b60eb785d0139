import type { Page } from 'playwright';

/** From the narrowest phone to the widest desk. */
const WIDTHS = [2560, 1440, 820, 360, 320];
const HEIGHT = 800;

/** What a reader may scroll, what only machines read out, what is hidden until asked for, and the name beside the logo, of which the header shows two lines. */
const LEFT_OUT =
  '.table-scroll, .prose pre, .visually-hidden, dialog, [popover]:not(:popover-open), .menu li ul, .brand span';

/**
 * Runs in the page: whether it scrolls sideways, boxes out of the window, and words that stick out of the box they stand in,
 * whether they are seen there or cut off.
 */
function faultsWithin([within, leftOut]: [string, string]): string[] {
  /** A pixel is lost to rounding; what has a smaller box than that is drawn for machines alone. */
  const TOLERANCE = 1;
  const { scrollWidth, clientWidth } = document.documentElement;
  const described = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.trim().slice(0, 40)}"`;
  const elements = [...document.querySelectorAll(`${within} *`)].filter(
    (element) => element.checkVisibility() && !element.closest(leftOut),
  );
  const isOut = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > TOLERANCE && (right > clientWidth + TOLERANCE || left < -TOLERANCE);
  };
  /** The nearest box around a text that has edges of its own. */
  const boxOf = (element: Element): Element =>
    /^(?:inline|contents)$/u.test(getComputedStyle(element).display) && element.parentElement
      ? boxOf(element.parentElement)
      : element;
  /** The words themselves, since a box says nothing of what sticks out to its left, nor an inline one of anything. */
  const isBurst = (element: Element): boolean => {
    const within = boxOf(element).getBoundingClientRect();
    const own = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    return own.some((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some(
        ({ left, right }) => right > within.right + TOLERANCE || left < within.left - TOLERANCE,
      );
    });
  };
  /** Cut where nobody can scroll: words below or beside the edge of a box that hides them are lost. */
  const isCut = (element: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    return (
      element.textContent?.trim() !== '' &&
      ((hides(overflowX) && element.scrollWidth > element.clientWidth + TOLERANCE) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + TOLERANCE))
    );
  };
  return [
    ...(scrollWidth > clientWidth ? [`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`] : []),
    ...elements.filter(isOut).map((element) => `out of the window: ${described(element)}`),
    ...elements.filter(isBurst).map((element) => `out of its box: ${described(element)}`),
    ...elements.filter(isCut).map((element) => `cut off: ${described(element)}`),
  ];
}

/** What overflows in a part of the page at one width after another, a line a fault. */
export async function overflowingIn(within: string, page: Page, widths = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    const faults = await page.evaluate(faultsWithin, [within, LEFT_OUT] as [string, string]);
    found.push(...faults.map((fault) => `${width} px: ${fault}`));
  }
  return found;
}

export const overflowing = (page: Page): Promise<string[]> => overflowingIn('body', page);
