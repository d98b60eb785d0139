import { byId, isFocused } from '../../dom.ts';

/** Ids of removed files, which the response to an upload may still list. */
export const removed = new Set<string>();

const removeButton = (root: ParentNode, id: string): HTMLButtonElement | undefined =>
  [...root.querySelectorAll<HTMLButtonElement>('button[name="remove"]')].find(({ value }) => value === id);

const idOf = (item: Element): string =>
  item.querySelector<HTMLButtonElement>('button[name="remove"]')?.value ?? '';

const fileItems = (): Element[] => [...(byId('_files')?.children ?? [])];

export const listedIds = (): string[] => fileItems().map(idOf);

export const shownFiles = () =>
  fileItems().map((item) => ({ id: idOf(item), name: item.querySelector('bdi')?.textContent ?? '' }));

export function hideUnfinished(ids: ReadonlySet<string | undefined>): void {
  for (const item of [...(byId('_unfinished')?.children ?? [])]) if (ids.has(idOf(item))) item.remove();
}

/** Keeps the focus. `send.ts` has its own copy of this module, so the ids of removed files are passed. */
export function replaceFileList(
  list: Element,
  removedIds: ReadonlySet<string>,
  ownIds: ReadonlySet<string | undefined>,
): void {
  const unfinished = list.nextElementSibling;
  if (unfinished) byId('_unfinished')?.replaceWith(unfinished);
  hideUnfinished(ownIds);
  const old = byId('_files');
  const focused = isFocused(old) ? (document.activeElement as HTMLButtonElement).value : undefined;
  for (const item of [...list.children]) if (removedIds.has(idOf(item))) item.remove();
  const isFirst = !old?.childElementCount && list.childElementCount;
  old?.replaceWith(list);
  if (isFirst && !byId('_unfinished')?.childElementCount) clearProblem();
  if (focused !== undefined) (removeButton(list, focused) ?? byId('declareFile'))?.focus();
}

function clearProblem(): void {
  byId('declareFile-field')?.classList.remove('field-wrong');
  byId('declareFile-problem')?.replaceChildren();
  byId('declareFile')?.removeAttribute('aria-invalid');
}

/** Updates the list in a response with the uploads and removals since the request. */
export function updateFileList(list: Element, idsBefore: readonly string[], removedId?: string): void {
  if (removedId && !removeButton(list, removedId)) removed.add(removedId);
  const isListedOrRemoved = (id: string) =>
    idsBefore.includes(id) || removed.has(id) || removeButton(list, id);
  for (const item of fileItems()) if (!isListedOrRemoved(idOf(item))) list.append(item);
}

/** Length up to which the site does not truncate a name, even without its spaces. */
const MAX_BARE_NAME = 120;

/** Reduces a name to characters that `cleanFileName` keeps, which is too large for the page. */
const bareName = (name: string): string =>
  name.replace(/[^!-~\u00a1-\u{10fffd}]|[\s.\u061c\u2000-\u206f]/gu, '').slice(0, MAX_BARE_NAME);

const stemOf = (name: string): string => bareName(name.replace(/\.[^.]*$/u, ''));

/** Whether the page lists the file, perhaps with the extension of its content, or names it in the error summary. */
export const isListed = ({ name }: File, idsBefore: readonly string[]): boolean =>
  shownFiles().some(
    (listed) =>
      bareName(listed.name) === bareName(name) ||
      (!idsBefore.includes(listed.id) && stemOf(listed.name) === stemOf(name)),
  ) ||
  [...document.querySelectorAll('#_problems a')].some(({ textContent }) =>
    bareName(`${textContent}`).startsWith(bareName(name)),
  );
