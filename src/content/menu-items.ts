/** One menu item after its shape was checked, not yet linked to its parent. */
export type MenuRecord = {
  id: string;
  parentId?: string;
  code: string;
  name?: string;
  haveDetail: boolean;
  sort?: number;
  description?: string;
  picUrl?: string;
};

export type Fault = { record: string; fault: string };

type RawItem = { children?: unknown };
type Waiting = { raw: unknown; enclosing?: string };

/**
 * Takes the backend's menu, flat, nested or mixed, apart into one flat list in the order of the document.
 * It walks with a stack of its own, so that no depth is too deep. `check` gives the record or what is wrong with it.
 */
export function flattenMenu(
  rawItems: readonly unknown[],
  check: (raw: unknown) => MenuRecord | Fault,
): { records: MenuRecord[]; faults: Fault[] } {
  const records: MenuRecord[] = [];
  const faults: Fault[] = [];
  const waiting: Waiting[] = rawItems.map((raw) => ({ raw })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const checked = check(next.raw);
    const enclosing = 'fault' in checked ? undefined : checked.id;
    if ('fault' in checked) faults.push(checked);
    else records.push(next.enclosing === undefined ? checked : { ...checked, parentId: next.enclosing });
    for (const raw of childrenOf(next.raw).reverse()) waiting.push({ raw, enclosing });
  }
  return { records, faults };
}

function childrenOf(raw: unknown): unknown[] {
  const children = (raw as RawItem | null)?.children;
  return Array.isArray(children) ? [...children] : [];
}
