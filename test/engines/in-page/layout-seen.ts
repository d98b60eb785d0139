import { lettersOf, nameOf, shown } from './elements.ts';

/** Where a part of a page stands and how large its letters are, in CSS pixels. */
type Part = { name: string; left: number; width: number; letters: number };
export type Layout = { width: number; height: number; parts: Part[] };

const PARTS =
  'header a, main h1, main h2, main h3, main img, main li, main input, main select, main textarea, footer h2, .menu-items a';

/** Words within a line are as wide as their letters, which each engine measures in its own way. */
function partOf(element: HTMLElement): Part {
  const { left, width } = element.getBoundingClientRect();
  const isFlowing = /^inline/.test(getComputedStyle(element).display) && element.tagName !== 'IMG';
  return {
    name: nameOf(element),
    left: Math.round(left),
    width: isFlowing ? 0 : Math.round(width),
    letters: Math.round(lettersOf(element)),
  };
}

export function layoutSeen(): Layout {
  const { clientWidth, scrollHeight } = document.documentElement;
  return { width: clientWidth, height: scrollHeight, parts: shown(PARTS).map(partOf) };
}
