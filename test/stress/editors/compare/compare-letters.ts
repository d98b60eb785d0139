import type { Line } from '../reader/page.ts';
import { removeInvisible } from './line-text.ts';

type Letter = { letter: string; marks: string; link: string };

/** Letters of a line from the end, because only one of the pages may show the marker as text. */
const readLetters = ({ runs }: Line): Letter[] =>
  runs
    .flatMap(({ text, marks = '', link = '' }) =>
      [...removeInvisible(text).replace(/\s+/gu, '')].map((letter) => ({ letter, marks, link })),
    )
    .reverse();

/** Describes the first letters that differ in a property. */
function findUnequal(a: Line, b: Line, property: 'marks' | 'link', isEqual = Object.is): string[] {
  const [expected, actual] = [readLetters(a), readLetters(b)];
  const unequal = expected.flatMap((one, at) => {
    const other = actual[at];
    return other?.letter === one.letter && !isEqual(one[property], other[property]) ? [{ ...one, at }] : [];
  });
  const first = unequal.at(-1);
  if (!first) return [];
  const same = unequal.filter((one) => one[property] === first[property]);
  const text = same.map(({ letter }) => letter).reverse();
  return [`“${text.join('')}” ${first[property] || 'none'} → ${actual[first.at]?.[property] || 'none'}`];
}

export const compareMarks = (a: Line, b: Line): string[] => findUnequal(a, b, 'marks');

export const compareLinks = (a: Line, b: Line): string[] => findUnequal(a, b, 'link', isSameTarget);

/** Returns whether two targets lead to the same place; the site has its own URLs of files. */
function isSameTarget(was: string, is: string): boolean {
  const file = /^file (.*)$/u.exec(is)?.[1];
  return file ? was.endsWith(`/${file}`) : decode(was) === decode(is);
}

function decode(url: string): string {
  try {
    return decodeURI(url).replace(/\/$/u, '');
  } catch {
    return url;
  }
}
