/** Attribute for a menu item whose panel remains closed until the pointer or the focus returns. */
const CLOSED = 'data-closed';
const ITEM = '.menu-items > ul > li';
export const MENU = '_menu';
/** Fragment without a target, which closes the menu without scrolling. */
const NO_TARGET = '#_';
/** `keyCode` of keys that an input method handles. */
const COMPOSING_KEY = 229;

const itemOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(ITEM) : null;

const isMenuOpen = (): boolean => location.hash === `#${MENU}`;

/** Ignores keys of input methods. Unlike `isComposing`, their key code is the same in all browsers. */
const isEscape = ({ key, keyCode }: KeyboardEvent): boolean => key === 'Escape' && keyCode !== COMPOSING_KEY;

/** Closes the menu and replaces its history entry, so that Back does not reopen it. */
export function closeMenu(): void {
  if (isMenuOpen()) location.replace(NO_TARGET);
}

/** Closes the drawer on Escape, on Back, and when it loses the focus. A link opens it without a script. */
function watchDrawer(menu: HTMLElement): void {
  let wasOpen = isMenuOpen();
  let hasOwnEntry = false;
  const holdsFocus = (): boolean => menu.contains(document.activeElement);
  const close = (): void => {
    if (hasOwnEntry) history.back();
    else closeMenu();
  };
  addEventListener('hashchange', () => {
    if (wasOpen && (holdsFocus() || document.activeElement === document.body))
      document.querySelector<HTMLElement>('.menu-button')?.focus();
    wasOpen = isMenuOpen();
    hasOwnEntry = wasOpen;
  });
  addEventListener('keydown', (event) => {
    if (isEscape(event) && isMenuOpen()) close();
  });
  addEventListener('focusin', () => holdsFocus() || closeMenu());
  menu.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (link?.className !== 'menu-close') return link && closeMenu();
    event.preventDefault();
    close();
  });
}

function closePanels(event: KeyboardEvent): void {
  if (!isEscape(event)) return;
  for (const item of document.querySelectorAll(`${ITEM}:hover, ${ITEM}:focus-within`)) {
    item.setAttribute(CLOSED, '');
    // The focus must not stay in a hidden panel.
    if (item.contains(document.activeElement)) item.querySelector('a')?.focus();
  }
}

function reopenPanel({ target, relatedTarget }: MouseEvent | FocusEvent): void {
  const item = itemOf(target);
  if (item !== itemOf(relatedTarget)) item?.removeAttribute(CLOSED);
}

/** After a click on a link to a section of this page, the panel would cover the section. */
function onPanelClick({ target, defaultPrevented }: MouseEvent): void {
  if (defaultPrevented) itemOf(target)?.setAttribute(CLOSED, '');
}

/** CSS opens the panels, but cannot close them on Escape and after a click. */
function watchPanels(): void {
  addEventListener('keydown', closePanels);
  addEventListener('mouseover', reopenPanel);
  addEventListener('focusin', reopenPanel);
  addEventListener('click', onPanelClick);
}

/** Marks whether the menu fits in one row. Styles then hide the menu button or the row, even from screen readers. */
function watchRow(menu: HTMLElement, header: HTMLElement): void {
  const row = menu.querySelector<HTMLElement>('.menu-items > ul');
  const items = row?.parentElement;
  if (!row || !items) return;
  const observer = new ResizeObserver(() => {
    if (!isMenuOpen()) header.dataset.menu = row.offsetTop > 0 ? 'drawer' : 'row';
  });
  observer.observe(items);
  // The row changes its width when a web font arrives late.
  observer.observe(row);
}

/** Moves the menu from the page's end into the header, where keyboard users expect it. */
export function watchMenu(): void {
  const menu = document.querySelector<HTMLElement>('.menu');
  const header = document.querySelector<HTMLElement>('.header');
  if (!menu || !header) return;
  const move = () => header.append(menu);
  // Moving the open drawer would remove its focus and, in Safari, close it.
  if (isMenuOpen()) addEventListener('hashchange', move, { once: true });
  else move();
  watchDrawer(menu);
  watchPanels();
  watchRow(menu, header);
}

/** Header height if it cannot be measured. */
const DEFAULT_HEIGHT_PX = 80;
const GAP_PX = 20;

/** Height in pixels to leave free above a jump target. */
export function coveredHeight(): number {
  const header = document.querySelector('header');
  if (header && getComputedStyle(header).position !== 'sticky') return GAP_PX;
  return (header?.offsetHeight || DEFAULT_HEIGHT_PX) + GAP_PX;
}

/** Makes the header sticky and passes its height to the styles, which keep jump targets visible. */
export function makeHeaderSticky(): void {
  const header = document.querySelector('header');
  if (!header) return;
  header.dataset.stays = '';
  // Measuring immediately would force a layout.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--anchor-offset', `${coveredHeight()}px`),
  ).observe(header);
}
