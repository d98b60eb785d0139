import type { Language } from '../../i18n/languages.ts';
import { ARTICLES } from '../site-paths.ts';
import { encodePart, normaliseCode } from '../urls.ts';
import type { LegalKind, SectionKind } from './section-codes.ts';

/** Validated menu item, not yet linked to its parent. */
export type MenuRecord = {
  id: string;
  parentId?: string;
  /** As written by the backend. Compare codes with `normaliseCode`. */
  code: string;
  name?: string;
  haveDetail?: boolean;
  sort?: number;
  description?: string;
  picUrl?: string;
};

/** Problem with a backend record, named by its id. */
export type RecordProblem = {
  record: string;
  problem: string;
  /** Limit that turns a text into plain lines, or shortens a list. */
  limit?: 'text' | 'list';
  /** True if the record is left out, because a required field is invalid. */
  isLeftOut?: boolean;
  /** The record with an invalid field, and the path of the field. */
  raw?: unknown;
  field?: PropertyKey[];
};

type Pending = { raw: unknown; enclosing?: string };

/**
 * Flattens the backend's menu (flat, nested or mixed) in document order. Avoids recursion, because a deep menu would overflow the
 * stack. `read` returns undefined for an invalid item.
 */
export function flattenMenu(
  rawItems: readonly unknown[],
  read: (raw: unknown) => MenuRecord | undefined,
): MenuRecord[] {
  const records: MenuRecord[] = [];
  const pending: Pending[] = rawItems.map((raw) => ({ raw })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { raw, enclosing } = next;
    const record = read(raw);
    if (record) records.push(enclosing === undefined ? record : { ...record, parentId: enclosing });
    for (const child of childrenOf(raw).toReversed()) pending.push({ raw: child, enclosing: record?.id });
  }
  return records;
}

function childrenOf(raw: unknown): unknown[] {
  const children = (raw as { children?: unknown } | null)?.children;
  return Array.isArray(children) ? children : [];
}

/** Compares by `sort`; puts records without it last. */
export const compareSort = (one: { sort?: number }, other: { sort?: number }): number =>
  (one.sort ?? Number.MAX_VALUE) - (other.sort ?? Number.MAX_VALUE);

export type MenuItem = Pick<MenuRecord, 'id' | 'code' | 'description' | 'picUrl'> & {
  name: string;
  kind: SectionKind;
  /** Kind of a root that is shown in the footer. */
  legal?: LegalKind;
  /** `id` of the item's section on its parent's page. */
  anchor: string;
  /** Lower-case encoded path without the language prefix: `about-us/leadership`. */
  key: string;
  /** Encoded path with the language prefix. */
  path: string;
  /**
   * False if the item is only an anchor on its parent's page. The application form, items with children and footer items are always
   * pages, regardless of `haveDetail`.
   */
  isPage: boolean;
  /** True if the item's path is one of the site's own, so that its page cannot be reached. */
  isShadowed: boolean;
  parent?: MenuItem;
  children: MenuItem[];
};

export type Menu = {
  language: Language;
  header: MenuItem[];
  footer: MenuItem[];
  byKey: Map<string, MenuItem>;
  /** Menu items by normalised code; the first item with a code wins. */
  byCode: Map<string, MenuItem>;
  contact?: MenuItem;
  privacy?: MenuItem;
};

/** Converts a menu to JSON. Items refer to their parents, because the paths of a deep menu would repeat each other. */
export const menuToJson = ({ byKey }: Menu) =>
  [...byKey.values()].map(({ parent, children: _, key: __, path: ___, ...item }) => ({
    ...item,
    parent: parent?.id,
  }));

export const buildSegmentKey = (segment: string): string => encodePart(segment.toLowerCase());

const buildPathKey = (segments: readonly string[]): string => segments.map(buildSegmentKey).join('/');

/** Finds the menu item with a code. Ignores differences in whitespace. */
export const findMenuItem = (menu: Menu, code: string | undefined): MenuItem | undefined =>
  code === undefined ? undefined : menu.byCode.get(normaliseCode(code));

/** Returns the item and its ancestors up to the root. */
export function ancestorsOf(node: MenuItem | undefined): MenuItem[] {
  const ancestors: MenuItem[] = [];
  for (let above = node; above; above = above.parent) ancestors.push(above);
  return ancestors;
}

type ResolvedPath = { kind: 'page' | 'anchor'; node: MenuItem } | { kind: 'home' | 'article' | 'none' };

/** Resolves decoded segments without the language prefix, ignoring case and shadowed items. */
export function resolvePath(menu: Menu, segments: readonly string[]): ResolvedPath {
  if (segments.length === 0) return { kind: 'home' };
  const node = menu.byKey.get(buildPathKey(segments));
  if (node && !node.isShadowed) return { kind: node.isPage ? 'page' : 'anchor', node };
  const column = buildPathKey(segments.slice(0, -1));
  return { kind: column === ARTICLES || menu.byKey.has(column) ? 'article' : 'none' };
}

/** Finds the item of the other language's menu with the same path or the same code. */
export function findCounterpart(other: Menu, node: MenuItem): MenuItem | undefined {
  const samePath = other.byKey.get(node.key);
  return samePath ?? findMenuItem(other, node.code);
}

/** Finds the counterpart if it has its own reachable page. */
export function findCounterpartPage(other: Menu, node: MenuItem): MenuItem | undefined {
  const counterpart = findCounterpart(other, node);
  return counterpart?.isPage && !counterpart.isShadowed ? counterpart : undefined;
}

/** Finds the counterpart of the item or its nearest ancestor that has one. Undefined means the home page. */
export const findNearestCounterpart = (other: Menu, node: MenuItem): MenuItem | undefined =>
  ancestorsOf(node)
    .map((ancestor) => findCounterpart(other, ancestor))
    .find((counterpart) => counterpart !== undefined);
