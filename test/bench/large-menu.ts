import { encodePart, slug } from '../../src/content/menu/slug.ts';
import type { Language } from '../../src/i18n/languages.ts';

/** A menu of this many items: eight roots, fifteen children each, and the rest below those that were added. */
export const MENU_ITEMS = 2000;
const ROOTS = 8;
const CHILDREN = 15;
const FIRST_ID = 10_000;

type Item = {
  id: number;
  code: string;
  name: string;
  haveDetail: boolean;
  description?: string;
  children?: Item[];
};

/** An item that shows an article list, and its path below the language's prefix. */
export type Column = { code: string; path: string };

const countOf = (items: readonly Item[]): number =>
  items.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0);

type Words = { code: (number: number) => string; name: Record<Language, (number: number) => string> };

const roots: Words = {
  code: (number) => `Regions ${number}`,
  name: { zh: (number) => `区域业务${number}`, en: (number) => `Regions ${number}` },
};
const branches: Words = {
  code: (number) => `Region ${number}`,
  name: { zh: (number) => `第${number}大区`, en: (number) => `Region ${number}` },
};
const leaves: Words = {
  code: (number) => `Office ${number} News`,
  name: { zh: (number) => `第${number}办事处动态`, en: (number) => `News of office ${number}` },
};

/** Adds items to the demo group's menu until it is as large as it shall be. The items of the demo stay as they are. */
export function enlargeMenu(menu: Item[], language: Language): { menu: Item[]; columns: Column[] } {
  let left = MENU_ITEMS - countOf(menu);
  const add = (siblings: Item[], words: Words): Item => {
    const number = left;
    left -= 1;
    const said = { code: words.code(number), name: words.name[language](number) };
    const item = { id: FIRST_ID + number, ...said, haveDetail: true, children: [] };
    siblings.push(item);
    return item;
  };
  while (menu.length < ROOTS) add(menu, roots);
  const added: { item: Item; path: string }[] = [];
  for (const root of menu) {
    root.children ??= [];
    while (root.children.length < CHILDREN) {
      const item = add(root.children, branches);
      added.push({ item, path: `/${encodePart(slug(root.code))}/${encodePart(slug(item.code))}` });
    }
  }
  const columns: Column[] = [];
  for (let at = 0; left > 0; at = (at + 1) % added.length) {
    const parent = added[at];
    if (!parent) break;
    const { code } = add(parent.item.children ?? [], leaves);
    columns.push({ code, path: `${parent.path}/${encodePart(slug(code))}` });
  }
  return { menu, columns };
}
