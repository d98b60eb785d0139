import { foldWidth, wordsOf } from '../content/search/words.ts';
import type { PageDocument } from './page-document.ts';

/** How much more a page counts whose name is the keyword, whose name holds it, or whose text holds it as it was typed. */
const NAME_IS = 4;
const NAME_HOLDS = 2.5;
const TEXT_HOLDS = 2;

type Scored<T> = { score: number; found: T };

const folded = (text: string): string => [...wordsOf(text)].map(({ term }) => term).join(' ');

const lower = (text: string): string => foldWidth(text).toLowerCase();

function factorOf({ name, description, lines }: PageDocument, keyword: string, words: string): number {
  const ownName = folded(name);
  if (ownName === words) return NAME_IS;
  if (` ${ownName} `.includes(` ${words} `) || lower(name).includes(keyword)) return NAME_HOLDS;
  return [description, ...lines].some((line) => lower(line).includes(keyword)) ? TEXT_HOLDS : 1;
}

/** The best first, by what the index says and by where the keyword stands as a whole. */
export function ranked<T extends { page: PageDocument }>(scored: readonly Scored<T>[], typed: string): T[] {
  const [keyword, words] = [lower(typed), folded(typed)];
  return scored
    .map(({ score, found }) => ({ score: score * factorOf(found.page, keyword, words), found }))
    .sort((a, b) => b.score - a.score)
    .map(({ found }) => found);
}
