import { joinHanLines } from '../text/plain-text.ts';

/** Zero-width characters, soft hyphens and direction marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** CJK radicals that NFKC leaves, each followed by its character. */
const RADICALS = new Map(
  '⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻨麦⻩黄⻬齐⻮齿⻰龙'
    .match(/../gu)
    ?.map(([radical, character]) => [radical, character]),
);

/** The full-width comma stays, because numbers around it are not one number. */
const normalise = (text: string): string =>
  text
    .replace(/[^，]+/gu, (part) => part.normalize('NFKC'))
    .replace(/[\u2e80-\u2eff]/gu, (radical) => RADICALS.get(radical) ?? radical)
    .replace(INVISIBLE, '');

/** Returns the text as people see it, in compatibility form, so that texts that look the same are equal. */
export const foldText = (text: string): string => joinHanLines(normalise(text));

export type Hit = { start: number; end: number };

/** Matches a character with its marks, or the line end between two Han characters, which `foldText` removes. */
const UNIT = /(?<lineEnd>(?<=\p{Script=Han})[ \t]*\r?\n[ \t]*(?=\p{Script=Han}))|\P{M}\p{M}*|\p{M}+/gu;

/** Returns the hits that `find` returns for the folded text, with their positions in the text itself. */
export function findInFolded(text: string, find: (folded: string) => Hit[]): Hit[] {
  const whole = foldText(text);
  const found = find(whole);
  if (whole === text || found.length === 0) return found;
  const units: Hit[] = [];
  let folded = '';
  for (const { 0: unit, index, groups } of text.matchAll(UNIT)) {
    const part = groups?.lineEnd ? '' : normalise(unit);
    folded += part;
    for (let at = 0; at < part.length; at += 1) units.push({ start: index, end: index + unit.length });
  }
  return find(folded).map(({ start, end }) => ({
    start: units[start]?.start ?? text.length,
    end: units[end - 1]?.end ?? text.length,
  }));
}
