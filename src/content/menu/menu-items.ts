/** One menu item after its shape was checked, not yet linked to its parent. */
export type MenuRecord = {
  id: string;
  parentId?: string;
  /** Exactly as the backend wrote it; codes are compared by `normaliseCode`. */
  code: string;
  name?: string;
  haveDetail: boolean;
  sort?: number;
  description?: string;
  picUrl?: string;
};

/** What is wrong with a record of the backend, by the record's id. */
export type RecordProblem = { record: string; problem: string };

type Waiting = { raw: unknown; enclosing?: string };

/**
 * Takes the backend's menu, flat, nested or mixed, apart into one flat list in the order of the document.
 * It walks with a stack of its own, so that no depth is too deep. `read` gives no record where one is wrong.
 */
export function flattenMenu(
  rawItems: readonly unknown[],
  read: (raw: unknown) => MenuRecord | undefined,
): MenuRecord[] {
  const records: MenuRecord[] = [];
  const waiting: Waiting[] = rawItems.map((raw) => ({ raw })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { raw, enclosing } = next;
    const record = read(raw);
    if (record) records.push(enclosing === undefined ? record : { ...record, parentId: enclosing });
    for (const child of childrenOf(raw).toReversed()) waiting.push({ raw: child, enclosing: record?.id });
  }
  return records;
}

function childrenOf(raw: unknown): unknown[] {
  const children = (raw as { children?: unknown } | null)?.children;
  return Array.isArray(children) ? children : [];
}

/** In the order that the editors gave; what has no place comes last. */
export const inOrder = (one: { sort?: number }, other: { sort?: number }): number =>
  (one.sort ?? Number.MAX_VALUE) - (other.sort ?? Number.MAX_VALUE);
