import { byId, isFocused } from '../dom.ts';

/** Ids of files that were removed: an answer to an upload may have been written before that. */
const removed = new Set<string>();

const button = (root: ParentNode, id: string): HTMLButtonElement | undefined =>
  [...root.querySelectorAll<HTMLButtonElement>('button[name="remove"]')].find(({ value }) => value === id);

const idOf = (item: Element): string =>
  item.querySelector<HTMLButtonElement>('button[name="remove"]')?.value ?? '';

const listed = (): Element[] => [...(byId('_files')?.children ?? [])];

export const listedIds = (): string[] => listed().map(idOf);

export const shownFiles = () =>
  listed().map((item) => ({ id: idOf(item), name: item.querySelector('bdi')?.textContent ?? '' }));

/** Ids of uploads that go on here: the page shows them as such, and not as unfinished. */
const started = new Set<string>();

/** Takes uploads that go on here out of the page's list of unfinished ones. */
export function hideStarted(id?: string): void {
  if (id) started.add(id);
  for (const item of [...(byId('_unfinished')?.children ?? [])]) if (started.has(idOf(item))) item.remove();
}

/** Replaces the page's lists by an upload's; a focus inside stays in its place. */
export function takeFileList(list: HTMLElement): void {
  const unfinished = list.nextElementSibling;
  if (unfinished) byId('_unfinished')?.replaceWith(unfinished);
  hideStarted();
  const old = byId('_files');
  const focused = isFocused(old) ? (document.activeElement as HTMLButtonElement).value : undefined;
  for (const item of [...list.children]) if (removed.has(idOf(item))) item.remove();
  old?.replaceWith(list);
  if (focused !== undefined) (button(list, focused) ?? byId('declareFile'))?.focus();
}

/** Brings a list that comes with the form up to date with uploads and removals that happened meanwhile. */
export function mendFileList(list: Element, idsBefore: readonly string[], removedId?: string): void {
  if (removedId && !button(list, removedId)) removed.add(removedId);
  const known = (id: string) => idsBefore.includes(id) || removed.has(id) || button(list, id);
  for (const item of listed()) if (!known(idOf(item))) list.append(item);
}

/** Whether the page shows a file as taken, or names it among the problems. */
export const isSettled = ({ name }: File): boolean =>
  [...document.querySelectorAll('#_files bdi')].some(({ textContent }) => textContent === name) ||
  [...document.querySelectorAll('#_problems a')].some(({ textContent }) => textContent?.startsWith(name));
