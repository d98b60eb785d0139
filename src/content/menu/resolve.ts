import { ancestorsOf, type Menu, type MenuItem, nodeByCode, pathKey } from './menu.ts';

/** Page, anchor or article that a path names. */
export type Resolved =
  | { kind: 'home' }
  | { kind: 'page'; node: MenuItem }
  | { kind: 'anchor'; node: MenuItem }
  | { kind: 'article'; node: MenuItem; id: string }
  | { kind: 'none' };

/** Resolves decoded segments without the language prefix, ignoring case. */
export function resolvePath(menu: Menu, segments: readonly string[]): Resolved {
  const id = segments.at(-1);
  if (id === undefined) return { kind: 'home' };
  const node = menu.byKey.get(pathKey(segments));
  if (node) return { kind: node.isPage ? 'page' : 'anchor', node };
  const column = menu.byKey.get(pathKey(segments.slice(0, -1)));
  return column ? { kind: 'article', node: column, id } : { kind: 'none' };
}

/** Finds the item of the other language's menu with the same path or the same code. */
export function counterpartIn(other: Menu, node: MenuItem): MenuItem | undefined {
  const samePath = other.byKey.get(node.key);
  return samePath ?? nodeByCode(other, node.code);
}

/** Finds a counterpart that has its own reachable page. */
export function counterpartPageIn(other: Menu, node: MenuItem): MenuItem | undefined {
  const counterpart = counterpartIn(other, node);
  return counterpart?.isPage && !counterpart.isShadowed ? counterpart : undefined;
}

/** Finds the counterpart of the item or of its nearest ancestor that has one. Undefined means the home page. */
export const nearestCounterpartIn = (other: Menu, node: MenuItem): MenuItem | undefined =>
  ancestorsOf(node)
    .map((ancestor) => counterpartIn(other, ancestor))
    .find((counterpart) => counterpart !== undefined);
