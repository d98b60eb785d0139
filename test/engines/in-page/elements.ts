/** Device and state in which a page is examined. */
export type Situation = { device: 'phone' | 'desk'; isMenuOpen: boolean };

/** Minimum side of visible elements. Smaller ones are for screen readers. */
const MIN_SIDE_PX = 2;
const MAX_NAME_LENGTH = 30;

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isVisible = getComputedStyle(element).visibility === 'visible';
  return element.getClientRects().length > 0 && isVisible && width > MIN_SIDE_PX && height > MIN_SIDE_PX;
}

export const shown = <T extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): T[] => Array.from(within.querySelectorAll<T>(selector)).filter(isShown);

/** Returns the tag, the first class and the beginning of the text. */
export function nameOf(element: Element): string {
  const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, MAX_NAME_LENGTH);
  const [first] = element.classList;
  return `${element.tagName.toLowerCase()}${first ? `.${first}` : ''} “${words}”`;
}

export const lettersOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);

/** Returns the box of the text without padding. */
export function textBox(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** Returns each pair of neighbours in a list. */
export const pairs = <T>(list: readonly T[]): [T, T][] =>
  list.slice(1).map((one, index) => [list[index] as T, one]);
