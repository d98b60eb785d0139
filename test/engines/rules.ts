/** Rules for pages of every engine, which run in the page. They use only what Chromium 64 knows. */

/** Device and state in which a page is examined. */
type Situation = { device: 'phone' | 'desk'; isMenuOpen: boolean };

const MAX_PROBLEMS = 12;
/** Minimum side of visible elements. Smaller ones are for screen readers. */
const MIN_SIDE_PX = 2;
/** Tolerance, because engines round boxes differently. */
const SPARE_PX = 2;
const SPARE_SHAPE = 0.04;
const LOWEST_HEADING_PX = 420;
const MARGIN_PX = { phone: 12, desk: 20 };
const SMALLEST_LETTERS_PX = 11.5;
const CLICK_PX = 40;

const TEXTS = ['h1', 'h2', 'h3', 'p', 'li', 'dt', 'dd', 'label', 'button', 'th', 'td', 'figcaption', 'a'];
const READ_OR_CLICKED = 'main h1, main h2, main h3, main a, main button, main input:not([type=hidden])';
const PARTS =
  'header a, main h1, main h2, main h3, main img, main li, main input, main select, main textarea, footer h2, .menu-items a';

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isVisible = getComputedStyle(element).visibility === 'visible';
  return element.getClientRects().length > 0 && isVisible && width > MIN_SIDE_PX && height > MIN_SIDE_PX;
}

const shown = (selector: string, within: ParentNode = document): HTMLElement[] =>
  Array.from(within.querySelectorAll<HTMLElement>(selector)).filter(isShown);

/** Returns the tag, the first class and the beginning of the text. */
function nameOf(element: Element): string {
  const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 30);
  const [first] = element.classList;
  return `${element.tagName.toLowerCase()}${first ? `.${first}` : ''} “${words}”`;
}

const letterSize = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);

/** Returns each pair of neighbours in a list. */
const pairs = <T>(list: readonly T[]): [T, T][] => list.slice(1).map((one, index) => [list[index] as T, one]);

function overflowProblems(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth + 1 ? [`the page scrolls sideways: ${scrollWidth} of ${clientWidth}`] : [];
}

/** Checks margin, letters, clipping and visibility of a text. Tables scroll, and the reveal animation hides what is below. */
function textProblems(element: HTMLElement, { device }: Situation): (string | false)[] {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const wide = document.documentElement.clientWidth;
  const margin = MARGIN_PX[device];
  const hasMargin = left >= margin && right <= wide - margin + 1;
  const isCut =
    getComputedStyle(element).overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
  let isTransparent = false;
  for (let part: Element | null = element; part; part = part.parentElement)
    isTransparent = isTransparent || getComputedStyle(part).opacity !== '1';
  const name = nameOf(element);
  return [
    !hasMargin && !element.closest('.table-scroll') && `${name}: no margin: ${left} to ${right} of ${wide}`,
    letterSize(element) < SMALLEST_LETTERS_PX && `${name}: letters of ${letterSize(element)}px`,
    isCut && `${name}: cut`,
    isTransparent && bottom > 0 && top < innerHeight && `${name}: transparent`,
  ];
}

function orderProblems(): string[] {
  const blocks = shown('.header, main > *, body > .footer').filter(
    (block) => !/absolute|fixed|sticky/.test(getComputedStyle(block).position),
  );
  const topOf = (block: Element) => block.getBoundingClientRect().top;
  return pairs(blocks)
    .filter(([before, block]) => topOf(block) < before.getBoundingClientRect().bottom - SPARE_PX)
    .map(([before, block]) => `${nameOf(block)}: overlaps ${nameOf(before)}`);
}

function pictureProblem(element: HTMLElement): string | false {
  const { complete, naturalWidth, naturalHeight, clientWidth, clientHeight, src } =
    element as HTMLImageElement;
  if (!complete || naturalWidth === 0) return `no picture: ${src}`;
  const shape = clientWidth / clientHeight / (naturalWidth / naturalHeight);
  const isStretched = getComputedStyle(element).objectFit === 'fill' && Math.abs(shape - 1) > SPARE_SHAPE;
  return isStretched && `${src}: out of shape: ${shape.toFixed(2)}`;
}

/** Checks that no other element covers this one. */
function coverProblem(element: HTMLElement): string | false {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getClientRects()[0] as DOMRect;
  const hit = document.elementFromPoint(left + Math.min(width / 2, CLICK_PX), top + height / 2);
  const whole = element.closest('label, .field, .drop, li') ?? element;
  const isFree = !hit || whole.contains(hit) || hit.contains(element);
  return !isFree && `${nameOf(element)}: covered by ${nameOf(hit)}`;
}

/** Checks that a phone hides a closed menu and that the text starts near the top. */
function phoneProblems(): string[] {
  scrollTo(0, 0);
  const isLow = (heading: Element) => heading.getBoundingClientRect().top > LOWEST_HEADING_PX;
  return [
    ...shown('h1')
      .filter(isLow)
      .map((heading) => `${nameOf(heading)}: too far down`),
    ...shown('.menu a, .menu input').map((link) => `${nameOf(link)}: in the closed menu`),
  ];
}

/** Returns the first problems of the visible page or of the open menu. */
export function problemsOf(situation: Situation): string[] {
  const { device, isMenuOpen } = situation;
  const part = isMenuOpen && device === 'phone' ? '.menu' : 'main';
  const texts = shown(TEXTS.map((tag) => `${part} ${tag}`).join(', ')).filter(
    (element) => element.textContent?.trim() && !element.closest('.skip, dialog'),
  );
  return ([] as (string | false)[])
    .concat(
      overflowProblems(),
      shown('h1').length === 0 && 'no heading',
      ...texts.map((element) => textProblems(element, situation)),
      orderProblems(),
      shown('img').map(pictureProblem),
      isMenuOpen ? [] : shown(READ_OR_CLICKED).map(coverProblem),
      isMenuOpen || device !== 'phone' ? [] : phoneProblems(),
    )
    .filter((problem): problem is string => problem !== false)
    .slice(0, MAX_PROBLEMS);
}

/** Position, width and letter size of a part of the page, in CSS pixels. */
type Part = { name: string; left: number; width: number; letters: number };
export type Layout = { width: number; height: number; parts: Part[] };

/** Omits the width of inline parts, because engines measure letters differently. */
function partOf(element: HTMLElement): Part {
  const { left, width } = element.getBoundingClientRect();
  const isFlowing = /^inline/.test(getComputedStyle(element).display) && element.tagName !== 'IMG';
  return {
    name: nameOf(element),
    left: Math.round(left),
    width: isFlowing ? 0 : Math.round(width),
    letters: Math.round(letterSize(element)),
  };
}

export function layoutOf(): Layout {
  const { clientWidth, scrollHeight } = document.documentElement;
  return { width: clientWidth, height: scrollHeight, parts: shown(PARTS).map(partOf) };
}
