/** Validated menu item, not yet linked to its parent. */
export type MenuRecord = {
  id: string;
  parentId?: string;
  /** As written by the backend. Compare codes with `normaliseCode`. */
  code: string;
  name?: string;
  haveDetail: boolean;
  sort?: number;
  description?: string;
  picUrl?: string;
};

/** Problem with a record of the backend. */
export type RecordProblem = {
  /** Id of the record. */
  record: string;
  problem: string;
  /** The invalid record and the path of its first invalid field. */
  raw?: unknown;
  field?: PropertyKey[];
};

type Pending = { raw: unknown; enclosing?: string };

/**
 * Flattens the backend's menu (flat, nested or mixed) in document order, without recursion, so that no depth overflows the stack.
 * `read` returns undefined for an invalid item.
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
