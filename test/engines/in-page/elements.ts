/** What of an element a visitor sees at all: what is smaller is there for screen readers. */
const LEAST_SIDE_PX = 2;
const MOST_LETTERS_SHOWN = 30;

export function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    width > LEAST_SIDE_PX &&
    height > LEAST_SIDE_PX
  );
}

export const shown = <T extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): T[] => Array.from(within.querySelectorAll<T>(selector)).filter(isShown);

/** An element as a person would find it: its tag, its first class and its first words. */
export function nameOf(element: Element): string {
  const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, MOST_LETTERS_SHOWN);
  const [first] = element.classList;
  return `${element.tagName.toLowerCase()}${first ? `.${first}` : ''} “${words}”`;
}

export const lettersOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);

function contentsOf(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

/** Where the words of an element stand, without the room around them. */
export const wordsBox = (element: Element): DOMRect => contentsOf(element).getBoundingClientRect();

export const longestLine = (element: Element): number =>
  Math.max(0, ...Array.from(contentsOf(element).getClientRects(), ({ width }) => width));

/** Each element with the one before it. */
export const pairs = <T>(list: readonly T[]): [T, T][] =>
  list.slice(1).map((one, index) => [list[index] as T, one]);
