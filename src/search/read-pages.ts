import { setTimeout as wait } from 'node:timers/promises';
import type { BackgroundReader } from '../backend/content.ts';
import type { Menu, MenuNode } from '../content/menu/menu.ts';
import { spellingsOf } from '../content/menu/sections.ts';
import { takeTurns } from '../lib/yielding.ts';
import { sections } from '../sections/index.ts';
import type { PageText } from '../sections/section.ts';
import type { PageDocument, PageIndex } from './page-index.ts';

/** What an index may hold: pages, characters of the content of one, and of all; further content is left out, names are not. */
export const MOST_PAGES = 5000;
const MOST_CHARACTERS_A_PAGE = 10_000;
export const MOST_CHARACTERS = 600_000;

/** After so many calls that failed, the backend is left alone until the next time. */
const MOST_FAILURES = 5;

/** A call that took at least so long, in milliseconds, asked the backend; six times as long nothing is asked, but not for longer than that. */
const ASKED_MS = 1;
const REST = 6;
const LONGEST_REST_MS = 500;

/** What was read for an index; `isWhole`: nothing failed. */
export type ReadPages = { pages: PageDocument[]; isWhole: boolean };

/** What can be reached: an item whose path is an address of the site's own cannot, nor can its sections be seen. */
const isReachable = ({ isPage, isShadowed }: MenuNode): boolean => !(isPage && isShadowed);

/** What the menu alone says of its pages. */
export const namedPages = ({ byKey }: Menu): { node: MenuNode; page: PageDocument }[] =>
  [...byKey.values()]
    .filter(isReachable)
    .slice(0, MOST_PAGES)
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

/** The beginning of a text, of so many characters. */
function beginningOf({ titles, lines }: PageText, length: number): PageText {
  let left = length;
  const cut = (texts: readonly string[]): string[] =>
    texts
      .map((text) => {
        const begun = text.slice(0, left);
        left -= begun.length;
        return begun;
      })
      .filter((text) => text !== '');
  return { titles: cut(titles), lines: cut(lines) };
}

/** What reading them takes: `before` is the index of the last time, whose words stand in for what cannot be read now. */
type Reading = { reader: BackgroundReader; menu: Menu; signal: AbortSignal; before?: PageIndex };

/**
 * Reads what all pages of a menu say, one call after another and at rest for longer than a call has taken, so that neither the site
 * nor its backend notices. What a page says whose call fails stays as it was.
 */
export async function readPages({ reader, menu, signal, before }: Reading): Promise<ReadPages> {
  const named = namedPages(menu);
  const mayRest = takeTurns();
  let [left, failures] = [MOST_CHARACTERS, 0];
  for (const { node, page } of named) {
    signal.throwIfAborted();
    if (left <= 0) break;
    const startedAt = performance.now();
    const text = failures < MOST_FAILURES ? await textOf(node) : undefined;
    if (!text) failures += 1;
    const known = text ?? before?.textOf(page.key) ?? page;
    Object.assign(page, beginningOf(known, Math.min(left, MOST_CHARACTERS_A_PAGE)));
    left -= lengthOf(page);
    const tookMs = performance.now() - startedAt;
    if (tookMs < ASKED_MS) await mayRest();
    else await wait(Math.min(REST * tookMs, LONGEST_REST_MS), undefined, { signal, ref: false });
  }
  return { pages: named.map(({ page }) => page), isWhole: failures === 0 };

  function textOf({ kind, code }: MenuNode): Promise<PageText | undefined> {
    return sections[kind].searchText({ reader, language: menu.language, code }).catch(() => undefined);
  }
}
