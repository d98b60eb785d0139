import {
  coverFault,
  gapFaults,
  orderFaults,
  phoneFaults,
  pictureFault,
  sidewaysFaults,
} from './box-rules.ts';
import { shown } from './elements.ts';
import type { Situation } from './situation.ts';
import { cutFault, faintFault, headingFaults, lettersFault, marginFault, wordsOf } from './word-rules.ts';

const MOST_FAULTS = 12;
const READ_OR_CLICKED = 'main h1, main h2, main h3, main a, main button, main input:not([type=hidden])';

/** What is wrong with the page as it is seen, each in words, the first few. */
export function faultsSeen(situation: Situation): string[] {
  const { device, isMenuOpen } = situation;
  const words = wordsOf(situation);
  const found = [
    sidewaysFaults(),
    words.map((element) => marginFault(element, situation)),
    words.map(lettersFault),
    words.map(cutFault),
    words.map(faintFault),
    headingFaults(),
    gapFaults(situation),
    orderFaults(),
    shown<HTMLImageElement>('img').map(pictureFault),
    isMenuOpen ? [] : shown(READ_OR_CLICKED).map(coverFault),
    isMenuOpen || device !== 'phone' ? [] : phoneFaults(),
  ];
  return ([] as (string | undefined)[])
    .concat(...found)
    .filter((fault) => fault !== undefined)
    .slice(0, MOST_FAULTS);
}
