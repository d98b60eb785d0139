import { crossRows, watchRows } from './menu-rows.ts';

/** Said of an item whose panel stays closed, though the pointer or the focus is on it, until one of them comes anew. */
const CLOSED = 'data-closed';
/** Said of the menu until the pointer moves: a page may come up under one that rests. */
const STILL = 'data-still';
const ITEM = '.menu > ul > li';

const itemOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(ITEM) : null;

/** The focus must not stay in what is hidden. */
function close(item: Element): void {
  item.setAttribute(CLOSED, '');
  if (item.matches(':focus-within')) item.querySelector('a')?.focus();
}

function onKey({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return;
  for (const item of document.querySelectorAll(`${ITEM}:is(:hover, :focus-within)`)) close(item);
}

function onCome({ type, target, relatedTarget }: PointerEvent | FocusEvent): void {
  const [item, from] = [itemOf(target), itemOf(relatedTarget)];
  if (item === from) return;
  item?.removeAttribute(CLOSED);
  if (type === 'pointerover') crossRows(item, from);
}

/** A link to a section of this page has been followed: the panel would cover it. */
function onClick({ target, defaultPrevented }: MouseEvent): void {
  if (defaultPrevented) itemOf(target)?.setAttribute(CLOSED, '');
}

/**
 * Lets Escape close the panels of the menu, which CSS alone opens, and the pointer cross a second row of items. The
 * drawer of narrow screens needs no script.
 */
export function watchMenu(): void {
  const menu = document.querySelector('.menu');
  menu?.setAttribute(STILL, '');
  addEventListener('pointermove', () => menu?.removeAttribute(STILL), { once: true });
  watchRows();
  addEventListener('keydown', onKey);
  addEventListener('pointerover', onCome);
  addEventListener('focusin', onCome);
  addEventListener('click', onClick);
}
