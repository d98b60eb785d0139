import { ancestorsOf, type Menu, type MenuNode, nodeByCode, pathKey } from './menu.ts';

/** What a path of the site means to the menu. */
export type Resolved =
  | { kind: 'home' }
  | { kind: 'page'; node: MenuNode }
  | { kind: 'anchor'; node: MenuNode }
  | { kind: 'article'; node: MenuNode; id: string }
  | { kind: 'none' };

/** Resolves decoded segments (without the language prefix) to a page or an anchor, in any case of letters. */
export function resolvePath(menu: Menu, segments: readonly string[]): Resolved {
  const id = segments.at(-1);
  if (id === undefined) return { kind: 'home' };
  const node = menu.byKey.get(pathKey(segments));
  if (node) return { kind: node.isPage ? 'page' : 'anchor', node };
  const column = menu.byKey.get(pathKey(segments.slice(0, -1)));
  return column ? { kind: 'article', node: column, id } : { kind: 'none' };
}

/** The item in the other language's menu that is this one's equal: on the same path, or of the same code. */
export function counterpartIn(other: Menu, node: MenuNode): MenuNode | undefined {
  const samePath = other.byKey.get(node.key);
  return samePath ?? nodeByCode(other, node.code);
}

/** The page of the item's equal in the other language; nothing where it has none of its own, or cannot be reached. */
export function counterpartPageIn(other: Menu, node: MenuNode): MenuNode | undefined {
  const equal = counterpartIn(other, node);
  return equal?.isPage && !equal.isShadowed ? equal : undefined;
}

/** The equal of the item or of its nearest parent that has one; nothing means the home page. */
export const nearestCounterpartIn = (other: Menu, node: MenuNode): MenuNode | undefined =>
  ancestorsOf(node)
    .map((above) => counterpartIn(other, above))
    .find((equal) => equal !== undefined);
