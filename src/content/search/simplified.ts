import pairs from 'opencc-js/dict/TSCharacters';

/** Simplified texts write it too: 乾隆. */
const IN_BOTH = '乾';

let table: ReadonlyMap<string, string> | undefined;

/** Replaces traditional characters, because the site's texts are in simplified ones. */
export function simplified(text: string): string {
  table ??= new Map(pairs.split('|').map((pair) => pair.split(' ', 2) as [string, string]));
  return Array.from(text, (one) => (one === IN_BOTH ? one : (table?.get(one) ?? one))).join('');
}
