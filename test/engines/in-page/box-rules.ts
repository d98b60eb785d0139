import { nameOf, pairs, shown, wordsBox } from './elements.ts';
import type { Situation } from './situation.ts';

const LEAST_GAP_PX = 6;
/** Boxes are rounded by each engine in its own way. */
const SPARE_PX = 2;
const SPARE_SHAPE = 0.04;
/** So far down the heading of a page on a phone may begin, in pixels. */
const LOWEST_HEADING_PX = 420;
const LINK_GROUPS = ['nav ul', '.footer-legal', '.breadcrumbs ol', '.pagination', '.contents ul'];
/** So far into an element from its left a visitor would click at most, in pixels. */
const CLICK_PX = 40;

export function sidewaysFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth + 1 ? [`the page scrolls sideways: ${scrollWidth} of ${clientWidth}`] : [];
}

/** Whether words stand beside each other in one row without room between them, or one on the other. */
function areGlued(one: DOMRect, two: DOMRect): boolean {
  const isSameRow = two.top < one.bottom - SPARE_PX && one.top < two.bottom - SPARE_PX;
  return isSameRow && two.left - one.right < LEAST_GAP_PX && one.left - two.right < LEAST_GAP_PX;
}

function gapFaultsIn(group: HTMLElement): string[] {
  const links = shown('a, button', group).filter(
    (link) =>
      getComputedStyle(link).position !== 'absolute' &&
      link.closest('.menu-panel') === group.closest('.menu-panel'),
  );
  return pairs(links)
    .filter(([before, link]) => areGlued(wordsBox(before), wordsBox(link)))
    .map(([before, link]) => `${nameOf(link)}: glued to ${nameOf(before)}`);
}

/** The open menu's way out lies where the link was that opened it. */
export function gapFaults({ isMenuOpen }: Situation): string[] {
  const groups = [...LINK_GROUPS, ...(isMenuOpen ? [] : ['.header'])];
  return ([] as string[]).concat(...shown(groups.join(', ')).map(gapFaultsIn));
}

export function orderFaults(): string[] {
  const blocks = shown('.header, main > *, body > .footer').filter(
    (block) => !/absolute|fixed|sticky/.test(getComputedStyle(block).position),
  );
  return pairs(blocks)
    .filter(
      ([before, block]) =>
        block.getBoundingClientRect().top < before.getBoundingClientRect().bottom - SPARE_PX,
    )
    .map(([before, block]) => `${nameOf(block)}: lies on ${nameOf(before)}`);
}

export function pictureFault(image: HTMLImageElement): string | undefined {
  const { complete, naturalWidth, naturalHeight, clientWidth, clientHeight } = image;
  if (!complete || naturalWidth === 0) return `no picture: ${image.currentSrc || image.src}`;
  const shape = clientWidth / clientHeight / (naturalWidth / naturalHeight);
  const isStretched = getComputedStyle(image).objectFit === 'fill' && Math.abs(shape - 1) > SPARE_SHAPE;
  return isStretched ? `${image.src}: out of shape: ${shape.toFixed(2)}` : undefined;
}

/** What a visitor would click or read must not be under something else. */
export function coverFault(element: HTMLElement): string | undefined {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getClientRects()[0] as DOMRect;
  const hit = document.elementFromPoint(left + Math.min(width / 2, CLICK_PX), top + height / 2);
  const whole = element.closest('label, .field, .drop, li') ?? element;
  if (!hit || whole.contains(hit) || hit.contains(element)) return undefined;
  return `${nameOf(element)}: under ${nameOf(hit)}`;
}

/** A phone shows nothing of a closed menu, so the content begins at the top. */
export function phoneFaults(): string[] {
  scrollTo(0, 0);
  const low = shown('h1').filter((heading) => heading.getBoundingClientRect().top > LOWEST_HEADING_PX);
  return [
    ...low.map((heading) => `${nameOf(heading)}: ${Math.round(heading.getBoundingClientRect().top)} px down`),
    ...shown('.menu a, .menu input').map((link) => `${nameOf(link)}: of the menu that nobody opened`),
  ];
}
