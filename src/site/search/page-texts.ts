import pLimit from 'p-limit';
import type { BackgroundReader } from '../../content/backend/content.ts';
import type { Menu, MenuItem } from '../../content/menu/menu.ts';
import { spellingsOf } from '../../content/menu/sections.ts';
import { sections } from '../sections/index.ts';
import type { PageText } from '../sections/section.ts';

/** Text of a menu item's page, or of its section on its parent's page. */
export type PageDocument = {
  key: string;
  name: string;
  /** Code and spellings of the section. */
  otherNames: string;
  description: string;
} & PageText;

/** Limits of an index. Content beyond them is omitted. */
export const MAX_PAGES = 5000;
const MAX_CHARACTERS_PER_PAGE = 10_000;
export const MAX_CHARACTERS = 600_000;

const CONCURRENT_CALLS = 6;

/** False if a fixed path of the site hides the page. */
const isReachable = ({ isPage, isShadowed }: MenuItem): boolean => !(isPage && isShadowed);

/** Truncates a text to a number of characters. */
function truncate({ titles, lines }: PageText, length: number): PageText {
  let left = length;
  const cut = (texts: readonly string[]): string[] =>
    texts
      .map((text) => {
        const start = text.slice(0, left);
        left -= start.length;
        return start;
      })
      .filter((text) => text !== '');
  return { titles: cut(titles), lines: cut(lines) };
}

/** Reads the texts of all pages of a menu. A page whose content cannot be read contains only its names. */
export async function readPageTexts(reader: BackgroundReader, menu: Menu): Promise<PageDocument[]> {
  let left = MAX_CHARACTERS;
  const limit = pLimit(CONCURRENT_CALLS);
  const nodes = [...menu.byKey.values()].filter(isReachable).slice(0, MAX_PAGES);
  return limit.map(nodes, async (node) => {
    const text = left > 0 ? await readText(node) : { titles: [], lines: [] };
    const cut = truncate(text, Math.min(left, MAX_CHARACTERS_PER_PAGE));
    left -= [...cut.titles, ...cut.lines].join('').length;
    return {
      key: node.key,
      name: node.name,
      otherNames: [node.code, ...spellingsOf(node.kind)].join(' '),
      description: node.description ?? '',
      ...cut,
    };
  });

  function readText({ kind, code }: MenuItem): Promise<PageText> {
    const text = sections[kind].searchText({ reader, language: menu.language, code });
    return text.catch(() => ({ titles: [], lines: [] }));
  }
}
