import { setTimeout as wait } from 'node:timers/promises';
import type { BackgroundReader } from '../backend/content.ts';
import type { Menu, MenuNode } from '../content/menu/menu.ts';
import { spellingsOf } from '../content/menu/sections.ts';
import { takeTurns } from '../lib/yielding.ts';
import { sections } from '../sections/index.ts';
import type { PageText } from '../sections/section.ts';
import type { PageDocument, PageIndex } from './page-index.ts';

/** Limits of an index. Content beyond them is left out, names are not. */
export const MAX_PAGES = 5000;
const MAX_CHARACTERS_PER_PAGE = 10_000;
export const MAX_CHARACTERS = 600_000;

/** After this many failures, the backend is not called until the next refresh. */
const MAX_FAILURES = 5;

/** A call that takes longer was not answered from the cache: a pause follows, in proportion to its time. */
const CACHED_MS = 1;
const PAUSE_FACTOR = 6;
const MAX_PAUSE_MS = 500;

/** Pages of an index. `isWhole`: no call failed. */
type ReadPages = { pages: PageDocument[]; isWhole: boolean };

/** False if a fixed address of the site hides the page. */
const isReachable = ({ isPage, isShadowed }: MenuNode): boolean => !(isPage && isShadowed);

/** Pages with the text that the menu contains. */
export const namedPages = ({ byKey }: Menu): { node: MenuNode; page: PageDocument }[] =>
  [...byKey.values()]
    .filter(isReachable)
    .slice(0, MAX_PAGES)
    .map((node) => ({
      node,
      page: {
        key: node.key,
        name: node.name,
        otherNames: [node.code, ...spellingsOf(node.kind)].join(' '),
        description: node.description ?? '',
        titles: [],
        lines: [],
      },
    }));

const lengthOf = ({ titles, lines }: PageText): number =>
  [...titles, ...lines].reduce((sum, text) => sum + text.length, 0);

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

/** `before` is the previous index: its text is used for pages that cannot be read now. */
type Reading = { reader: BackgroundReader; menu: Menu; signal: AbortSignal; before?: PageIndex };

/**
 * Reads the content of all pages of a menu, one call at a time with pauses, so that it loads neither the site nor its
 * backend. A page whose call fails keeps its previous text.
 */
export async function readPages({ reader, menu, signal, before }: Reading): Promise<ReadPages> {
  const named = namedPages(menu);
  const pauseIfBusy = takeTurns();
  let [left, failures] = [MAX_CHARACTERS, 0];
  for (const { node, page } of named) {
    signal.throwIfAborted();
    if (left <= 0) break;
    const startedAt = performance.now();
    const text = failures < MAX_FAILURES ? await textOf(node) : undefined;
    if (!text) failures += 1;
    const known = text ?? before?.textOf(page.key) ?? page;
    Object.assign(page, truncate(known, Math.min(left, MAX_CHARACTERS_PER_PAGE)));
    left -= lengthOf(page);
    const tookMs = performance.now() - startedAt;
    if (tookMs < CACHED_MS) await pauseIfBusy();
    else await wait(Math.min(PAUSE_FACTOR * tookMs, MAX_PAUSE_MS), undefined, { signal, ref: false });
  }
  return { pages: named.map(({ page }) => page), isWhole: failures === 0 };

  function textOf({ kind, code }: MenuNode): Promise<PageText | undefined> {
    return sections[kind].searchText({ reader, language: menu.language, code }).catch(() => undefined);
  }
}
