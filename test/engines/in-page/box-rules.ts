import { nameOf, pairs, type Situation, shown, textBox } from './elements.ts';

const MIN_GAP_PX = 6;
/** Tolerance, because engines round boxes differently. */
const SPARE_PX = 2;
const SPARE_SHAPE = 0.04;
const LOWEST_HEADING_PX = 420;
const LINK_GROUPS = ['nav ul', '.footer-legal', '.breadcrumbs ol', '.pagination', '.contents ul'];
const CLICK_PX = 40;

export function overflowProblems(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth + 1 ? [`the page scrolls sideways: ${scrollWidth} of ${clientWidth}`] : [];
}

/** Returns whether texts of one row overlap or touch. */
function areGlued(one: DOMRect, two: DOMRect): boolean {
  const isSameRow = two.top < one.bottom - SPARE_PX && one.top < two.bottom - SPARE_PX;
  return isSameRow && two.left - one.right < MIN_GAP_PX && one.left - two.right < MIN_GAP_PX;
}

function gapProblemsIn(group: HTMLElement): string[] {
  const links = shown('a, button', group).filter(
    (link) =>
      getComputedStyle(link).position !== 'absolute' &&
      link.closest('.menu-panel') === group.closest('.menu-panel'),
  );
  return pairs(links)
    .filter(([before, link]) => areGlued(textBox(before), textBox(link)))
    .map(([before, link]) => `${nameOf(link)}: touches ${nameOf(before)}`);
}

/** Checks gaps, except under the close button of the menu, which covers the open button. */
export function gapProblems({ isMenuOpen }: Situation): string[] {
  const groups = [...LINK_GROUPS, ...(isMenuOpen ? [] : ['.header'])];
  return ([] as string[]).concat(...shown(groups.join(', ')).map(gapProblemsIn));
}

export function orderProblems(): string[] {
  const blocks = shown('.header, main > *, body > .footer').filter(
    (block) => !/absolute|fixed|sticky/.test(getComputedStyle(block).position),
  );
  return pairs(blocks)
    .filter(
      ([before, block]) =>
        block.getBoundingClientRect().top < before.getBoundingClientRect().bottom - SPARE_PX,
    )
    .map(([before, block]) => `${nameOf(block)}: overlaps ${nameOf(before)}`);
}

export function pictureProblem(image: HTMLImageElement): string | undefined {
  const { complete, naturalWidth, naturalHeight, clientWidth, clientHeight } = image;
  if (!complete || naturalWidth === 0) return `no picture: ${image.currentSrc || image.src}`;
  const shape = clientWidth / clientHeight / (naturalWidth / naturalHeight);
  const isStretched = getComputedStyle(image).objectFit === 'fill' && Math.abs(shape - 1) > SPARE_SHAPE;
  return isStretched ? `${image.src}: out of shape: ${shape.toFixed(2)}` : undefined;
}

/** Checks that no other element covers this one. */
export function coverProblem(element: HTMLElement): string | undefined {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getClientRects()[0] as DOMRect;
  const hit = document.elementFromPoint(left + Math.min(width / 2, CLICK_PX), top + height / 2);
  const whole = element.closest('label, .field, .drop, li') ?? element;
  if (!hit || whole.contains(hit) || hit.contains(element)) return undefined;
  return `${nameOf(element)}: covered by ${nameOf(hit)}`;
}

/** Checks that a phone hides a closed menu and that the text starts near the top. */
export function phoneProblems(): string[] {
  scrollTo(0, 0);
  const low = shown('h1').filter((heading) => heading.getBoundingClientRect().top > LOWEST_HEADING_PX);
  return [
    ...low.map((heading) => `${nameOf(heading)}: ${Math.round(heading.getBoundingClientRect().top)} px down`),
    ...shown('.menu a, .menu input').map((link) => `${nameOf(link)}: in the closed menu`),
  ];
}
