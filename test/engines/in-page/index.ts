import {
  coverProblem,
  gapProblems,
  orderProblems,
  overflowProblems,
  phoneProblems,
  pictureProblem,
} from './box-rules.ts';
import { lettersOf, nameOf, type Situation, shown } from './elements.ts';
import { clippingProblem, letterProblem, marginProblem, textsOf, visibilityProblem } from './word-rules.ts';

const MAX_PROBLEMS = 12;
const READ_OR_CLICKED = 'main h1, main h2, main h3, main a, main button, main input:not([type=hidden])';

/** Returns the first problems of the visible page. */
export function problemsOf(situation: Situation): string[] {
  const { device, isMenuOpen } = situation;
  const words = textsOf(situation);
  const found = [
    overflowProblems(),
    words.map((element) => marginProblem(element, situation)),
    words.map(letterProblem),
    words.map(clippingProblem),
    words.map(visibilityProblem),
    gapProblems(situation),
    orderProblems(),
    shown<HTMLImageElement>('img').map(pictureProblem),
    isMenuOpen ? [] : shown(READ_OR_CLICKED).map(coverProblem),
    isMenuOpen || device !== 'phone' ? [] : phoneProblems(),
  ];
  return ([] as (string | undefined)[])
    .concat(...found)
    .filter((fault) => fault !== undefined)
    .slice(0, MAX_PROBLEMS);
}

/** Position, width and letter size of a part of the page, in CSS pixels. */
type Part = { name: string; left: number; width: number; letters: number };
export type Layout = { width: number; height: number; parts: Part[] };

const PARTS =
  'header a, main h1, main h2, main h3, main img, main li, main input, main select, main textarea, footer h2, .menu-items a';

/** Omits the width of inline parts, because engines measure letters differently. */
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

export function layoutOf(): Layout {
  const { clientWidth, scrollHeight } = document.documentElement;
  return { width: clientWidth, height: scrollHeight, parts: shown(PARTS).map(partOf) };
}
