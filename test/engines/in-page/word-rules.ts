import { lettersOf, nameOf, type Situation, shown } from './elements.ts';

const MARGIN_PX = { phone: 12, desk: 20 };
const SMALLEST_LETTERS_PX = 11.5;
const WORDS = ['h1', 'h2', 'h3', 'p', 'li', 'dt', 'dd', 'label', 'button', 'th', 'td', 'figcaption', 'a'];

/** Returns visible texts of the page or of the open menu. */
export const textsOf = ({ device, isMenuOpen }: Situation): HTMLElement[] => {
  const part = isMenuOpen && device === 'phone' ? '.menu' : 'main';
  return shown(WORDS.map((tag) => `${part} ${tag}`).join(', ')).filter(
    (element) => element.textContent?.trim() && !element.closest('.skip, dialog'),
  );
};

/** Checks margins. Tables may be wider than the window because they scroll. */
export function marginProblem(element: HTMLElement, { device }: Situation): string | undefined {
  const { left, right } = element.getBoundingClientRect();
  const wide = document.documentElement.clientWidth;
  const margin = MARGIN_PX[device];
  if ((left >= margin && right <= wide - margin + 1) || element.closest('.table-scroll')) return undefined;
  return `${nameOf(element)}: no margin: ${Math.round(left)} to ${Math.round(right)} of ${wide}`;
}

export function letterProblem(element: HTMLElement): string | undefined {
  const letters = lettersOf(element);
  return letters < SMALLEST_LETTERS_PX ? `${nameOf(element)}: letters of ${letters}px` : undefined;
}

export function clippingProblem(element: HTMLElement): string | undefined {
  const isCut =
    getComputedStyle(element).overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
  return isCut ? `${nameOf(element)}: cut` : undefined;
}

/** Checks visibility. The reveal animation may still hide parts below the window. */
export function visibilityProblem(element: HTMLElement): string | undefined {
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight) return undefined;
  for (let part: Element | null = element; part; part = part.parentElement)
    if (getComputedStyle(part).opacity !== '1') return `${nameOf(element)}: transparent`;
  return undefined;
}
