/** Attribute of an item whose panel stays closed under the pointer or the focus, until one of them returns. */
const CLOSED = 'data-closed';
/** Attribute of the menu until the pointer moves: a page may load under a resting pointer. */
const STILL = 'data-still';
const ITEM = '.menu-items > ul > li';
export const MENU = '_menu';
/** An address without a section: to go there closes the menu and scrolls nothing. */
const NOWHERE = '#_';
/** `keyCode` of a key that an input method handles. */
const COMPOSING_KEY = 229;

const itemOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(ITEM) : null;

const isOpen = (): boolean => location.hash === `#${MENU}`;

/** Escape, unless it cancels the composition of an input method: Safari marks that by the key code only. */
const isEscape = ({ key, isComposing, keyCode }: KeyboardEvent): boolean =>
  key === 'Escape' && !isComposing && keyCode !== COMPOSING_KEY;

/** Takes the menu's address out of the history, so that Back never leads to an open menu. */
export function leaveMenu(): void {
  if (isOpen()) location.replace(NOWHERE);
}

/** Its link opens the menu without a script; Escape, a focus that leaves and the way back close it. */
function watchDrawer(menu: HTMLElement): void {
  let isOpenedHere = false;
  const holdsFocus = (): boolean => menu.contains(document.activeElement);
  const close = (): void => {
    if (isOpenedHere) history.back();
    else leaveMenu();
  };
  addEventListener('hashchange', () => {
    if (isOpenedHere && (holdsFocus() || document.activeElement === document.body))
      document.querySelector<HTMLElement>('.menu-button')?.focus();
    isOpenedHere = isOpen();
  });
  addEventListener('keydown', (event) => {
    if (isEscape(event) && isOpen()) close();
  });
  addEventListener('focusin', () => holdsFocus() || leaveMenu());
  menu.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (link?.className !== 'menu-close') return link && leaveMenu();
    event.preventDefault();
    close();
  });
}

function onEscape(event: KeyboardEvent): void {
  if (!isEscape(event)) return;
  for (const item of document.querySelectorAll(`${ITEM}:hover, ${ITEM}:focus-within`)) {
    item.setAttribute(CLOSED, '');
    // The focus must not stay in what is hidden.
    if (item.contains(document.activeElement)) item.querySelector('a')?.focus();
  }
}

function onCome({ target, relatedTarget }: MouseEvent | FocusEvent): void {
  const item = itemOf(target);
  if (item !== itemOf(relatedTarget)) item?.removeAttribute(CLOSED);
}

/** A link to a section of this page has been followed: the panel would cover it. */
function onClick({ target, defaultPrevented }: MouseEvent): void {
  if (defaultPrevented) itemOf(target)?.setAttribute(CLOSED, '');
}

/** Without a pointer that rests, the first tap on an item opens its panel and the second follows its link. */
function watchTaps(menu: HTMLElement): void {
  let isNew = false;
  menu.addEventListener('touchstart', ({ target }) => {
    isNew = !itemOf(target)?.matches(':focus-within');
  });
  menu.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    const panel = link?.nextElementSibling;
    if (!isNew || !panel || getComputedStyle(panel).position !== 'absolute') return;
    isNew = false;
    event.preventDefault();
    event.stopPropagation();
    link.focus();
  });
}

/** Handles Escape, taps and a resting pointer on the panels; CSS alone opens them. */
function watchPanels(menu: HTMLElement): void {
  menu.setAttribute(STILL, '');
  addEventListener('mousemove', () => menu.removeAttribute(STILL), { once: true });
  addEventListener('keydown', onEscape);
  addEventListener('mouseover', onCome);
  addEventListener('focusin', onCome);
  addEventListener('click', onClick);
  watchTaps(menu);
}

/** Moves the menu from the end of the page into the header, where keyboard users expect it. */
export function watchMenu(): void {
  const menu = document.querySelector<HTMLElement>('.menu');
  if (!menu) return;
  document.querySelector('.header')?.append(menu);
  watchDrawer(menu);
  watchPanels(menu);
}
