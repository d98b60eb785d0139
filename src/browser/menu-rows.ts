/** Said of the item whose panel stays open while the pointer crosses a lower row of items, and of the menu meanwhile. */
const HELD = 'data-held';
/** A pointer that does not move for so long, in milliseconds, means the item it is on. */
const REST_MS = 250;

let held: Element | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;

const isOpen = (item: Element): boolean => {
  const panel = item.querySelector('.menu-panel');
  return panel !== null && getComputedStyle(panel).visibility === 'visible';
};

const isBelow = (item: Element, other: Element): boolean =>
  item.getBoundingClientRect().top > other.getBoundingClientRect().top;

function waitForRest(): void {
  clearTimeout(resting);
  resting = setTimeout(release, REST_MS);
}

function mark(item: Element | undefined, isMarked: boolean): void {
  item?.toggleAttribute(HELD, isMarked);
  item?.closest('.menu')?.toggleAttribute(HELD, isMarked);
}

function release(): void {
  mark(held, false);
  held = undefined;
}

/** The pointer has gone from one item, or from what is none, to another: on its way down to the open panel nothing else opens. */
export function crossRows(item: Element | null, from: Element | null): void {
  const holder = held ?? (from && isOpen(from) ? from : undefined);
  release();
  if (!item || !holder || !isBelow(item, holder)) return;
  held = holder;
  mark(held, true);
  waitForRest();
}

export function watchRows(): void {
  addEventListener('pointermove', () => {
    if (held) waitForRest();
  });
}
