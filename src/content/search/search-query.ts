import { foldWidth, wordsOf } from './words.ts';

/** What a visitor looks for: the keyword in normal width, its words, and its Han words, which are found anywhere in a text. */
export type SearchQuery = { keyword: string; words: string[]; segments: string[] };

/** Words of a keyword that count: nobody means more, and each costs time. */
const MOST_WORDS = 12;

/** From so many letters on the beginning of a word stands for it: `invest` for `investment`, but `tea` not for `team`. */
export const SHORTEST_BEGINNING = 4;

/** Words that stand in every text, and letters of the alphabet: they tell nothing beside others. */
const STOP_WORDS = new Set([
  ...'abcdefghijklmnopqrstuvwxyz',
  ...`all an and any are as at be been but by can could do does for from had has have how i if in into is it its me more most
  my no not of on one only or other our out so some such than that the their them then there these they this those to us was we
  were what when where which who will with would you your`.split(/\s+/u),
]);
const STOP_CHARACTERS = new Set('的了和与及或在是有吗呢');

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const segmentsOf = (run: string): string[] => [...segmenter.segment(run)].map(({ segment }) => segment);

/**
 * Characters that the segmenter leaves alone are mostly one word that it does not know, 资 and 质; a single one behind a word is
 * mostly its end: 办公 and 室.
 */
function hanWords(run: string): string[] {
  const words: string[] = [];
  let alone = '';
  const close = () => {
    const isEnd = alone.length === 1 && words.length > 0 && !STOP_CHARACTERS.has(words.at(-1) ?? '');
    if (isEnd) words.push(`${words.pop()}${alone}`);
    else if (alone) words.push(alone);
    alone = '';
  };
  for (const segment of segmentsOf(run)) {
    if (segment.length === 1 && !STOP_CHARACTERS.has(segment)) {
      alone += segment;
      continue;
    }
    close();
    words.push(segment);
  }
  close();
  return words;
}

/** The words of a list, each once, without those that tell nothing, unless there are no others. */
function telling(words: readonly string[], stop: ReadonlySet<string>): string[] {
  const all = [...new Set(words)];
  const some = all.filter((word) => !stop.has(word));
  return (some.length > 0 ? some : all).slice(0, MOST_WORDS);
}

/** Reads a keyword as it was typed; signs alone give no words. */
export function readQuery(typed: string): SearchQuery {
  const keyword = foldWidth(typed).trim();
  const found = [...wordsOf(keyword)];
  const words = found.filter(({ isHan }) => !isHan).map(({ term }) => term);
  const segments = found.filter(({ isHan }) => isHan).flatMap(({ term }) => hanWords(term));
  return { keyword, words: telling(words, STOP_WORDS), segments: telling(segments, STOP_CHARACTERS) };
}

/** Whether a word of a text is meant by one of a query: it is the same, or begins with it. */
export const matchesWord = (term: string, word: string): boolean =>
  term === word || (word.length >= SHORTEST_BEGINNING && term.startsWith(word));
