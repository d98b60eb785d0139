export type Marked = { text: string; hit: boolean }[];

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&');

/** Splits a text at every occurrence of the keyword, in any case of letters, so that a view can mark the hits. */
export function markHits(text: string, keyword: string): Marked {
  if (!keyword) return [{ text, hit: false }];
  return text
    .split(new RegExp(`(${literal(keyword)})`, 'giu'))
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
