import { encodePart, slug } from '../../src/content/slug.ts';

/** A menu of this many items: eight roots, fifteen children each, and the rest below those that were added. */
export const MENU_ITEMS = 2000;
const ROOTS = 8;
const CHILDREN = 15;
const FIRST_ID = 10_000;

export type Item = {
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

const roots = (language: string) => ({
  code: (number: number) => `Regions ${number}`,
  name: (number: number) => (language === 'zh' ? `区域业务${number}` : `Regions ${number}`),
});
const branches = (language: string) => ({
  code: (number: number) => `Region ${number}`,
  name: (number: number) => (language === 'zh' ? `第${number}大区` : `Region ${number}`),
});
const leaves = (language: string) => ({
  code: (number: number) => `Office ${number} News`,
  name: (number: number) => (language === 'zh' ? `第${number}办事处动态` : `News of office ${number}`),
});

type Words = ReturnType<typeof leaves>;

/** Adds items to the demo group's menu until it is as large as it shall be. The items of the demo stay as they are. */
export function enlargeMenu(menu: Item[], language: string): { menu: Item[]; columns: Column[] } {
  let left = MENU_ITEMS - countOf(menu);
  const add = (siblings: Item[], words: Words): Item => {
    const number = left;
    left -= 1;
    const item = {
      id: FIRST_ID + number,
      code: words.code(number),
      name: words.name(number),
      haveDetail: true,
      children: [],
    };
    siblings.push(item);
    return item;
  };
  while (menu.length < ROOTS) add(menu, roots(language));
  const added: { item: Item; path: string }[] = [];
  for (const root of menu) {
    root.children ??= [];
    while (root.children.length < CHILDREN) {
      const item = add(root.children, branches(language));
      added.push({ item, path: `/${encodePart(slug(root.code))}/${encodePart(slug(item.code))}` });
    }
  }
  const columns: Column[] = [];
  for (let at = 0; left > 0; at = (at + 1) % added.length) {
    const parent = added[at];
    if (!parent) break;
    const { code } = add(parent.item.children ?? [], leaves(language));
    columns.push({ code, path: `${parent.path}/${encodePart(slug(code))}` });
  }
  return { menu, columns };
}
