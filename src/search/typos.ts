/** From so many letters on a word may have a slip of the fingers: in shorter ones it is mostly another word. */
const SHORTEST_FORGIVEN = 6;

/** A letter too many, too few or another one; two that changed places are looked for on their own. */
export const SLIP_DISTANCE = 1;

/** Whether a word is long enough to be a slip of another one; a number is meant as it is. */
export const mayBeSlip = (word: string): boolean => word.length >= SHORTEST_FORGIVEN && !/\d/u.test(word);

/** A word with each two neighbours in each other's place. */
export const swapped = (word: string): string[] =>
  [...word]
    .slice(1)
    .map((letter, at) => `${word.slice(0, at)}${letter}${word[at]}${word.slice(at + 2)}`)
    .filter((other) => other !== word);
