import type { Page } from 'playwright';

const WIDTHS = [2560, 1440, 820, 360, 320];
const HEIGHT = 800;

/**
 * Allowed overflow: scroll areas, texts for screen readers, parts that are hidden until opened, a menu that does not fit into a
 * row, and the site name, whose lines are limited.
 */
const EXCLUDED =
  '.table-scroll, .prose pre, .visually-hidden, dialog, [popover]:not(:popover-open), .menu li ul, :not([data-menu=row]) > .menu .menu-items, .brand span';

/** Runs in the page. Finds horizontal scrolling, boxes outside of the window, and texts that overflow their box or are clipped. */
function findOverflow([within, excluded]: [string, string]): string[] {
  /** Allows for rounding. Smaller boxes are for screen readers. */
  const TOLERANCE = 1;
  const { scrollWidth, clientWidth } = document.documentElement;
  const described = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.trim().slice(0, 40)}"`;
  const elements = [...document.querySelectorAll(`${within} *`)].filter(
    (element) => element.checkVisibility() && !element.closest(excluded),
  );
  const isOutsideWindow = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > TOLERANCE && (right > clientWidth + TOLERANCE || left < -TOLERANCE);
  };
  /** Returns the nearest ancestor that is not inline. */
  const boxOf = (element: Element): Element =>
    /^(?:inline|contents)$/u.test(getComputedStyle(element).display) && element.parentElement
      ? boxOf(element.parentElement)
      : element;
  /** Measures the text, because `scrollWidth` ignores overflow to the left and inline boxes. */
  const overflowsBox = (element: Element): boolean => {
    const box = boxOf(element).getBoundingClientRect();
    const own = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    return own.some((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some(
        ({ left, right }) => right > box.right + TOLERANCE || left < box.left - TOLERANCE,
      );
    });
  };
  /** Checks for text that is hidden and cannot be scrolled to. */
  const isClipped = (element: Element): boolean => {
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
    ...elements.filter(isOutsideWindow).map((element) => `outside of the window: ${described(element)}`),
    ...elements.filter(overflowsBox).map((element) => `overflows its box: ${described(element)}`),
    ...elements.filter(isClipped).map((element) => `clipped: ${described(element)}`),
  ];
}

/** Runs in the page. Observers of sizes, such as that of the menu, have run before the second frame. */
const secondFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Returns overflow in a part of the page at several widths, one line per problem. */
export async function overflowIn(within: string, page: Page, widths = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.evaluate(secondFrame);
    const problems = await page.evaluate(findOverflow, [within, EXCLUDED] as [string, string]);
    found.push(...problems.map((problem) => `${width} px: ${problem}`));
  }
  return found;
}
