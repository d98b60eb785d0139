import { decodePart, slug } from '../content/menu/slug.ts';
import { byId } from './dom.ts';
import { leaveMenu, MENU } from './menu.ts';
import { coveredHeight } from './sticky-header.ts';

/** The element that an address names by its fragment or by `go`. */
function anchorOf({ searchParams, hash }: URL): HTMLElement | null {
  const code = searchParams.get('go');
  return byId(decodePart(hash.slice(1))) ?? (code ? byId(slug(code)) : null);
}

/** Address without `go` and fragment. */
function pageOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  searchParams.delete('go');
  return `${origin}${pathname}?${searchParams}`;
}

function scrollTo(target: HTMLElement, behavior: ScrollBehavior): void {
  const top = target.getBoundingClientRect().top + scrollY - coveredHeight();
  // Safari before 15.4 does not support scroll options.
  if ('scrollBehavior' in document.documentElement.style) window.scrollTo({ top, behavior });
  else window.scrollTo(0, top);
}

/** Moves the focus for keyboards and screen readers. */
function focus(target: HTMLElement): void {
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}

function goTo(target: HTMLElement): void {
  focus(target);
  scrollTo(target, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');
}

/** Returns whether a click follows the link in this window. */
const isPlain = (
  { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent,
  link: HTMLAnchorElement,
): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || link.target || link.hasAttribute('download'));

/** Drops `go` of the current page for links that are only a fragment. */
function addressOf(link: HTMLAnchorElement): URL {
  const address = new URL(link.href);
  if (link.getAttribute('href')?.startsWith('#')) address.searchParams.delete('go');
  return address;
}

function onClick(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || event.defaultPrevented || !isPlain(event, link)) return;
  if (pageOf(link.href) !== pageOf(location.href)) return;
  const address = addressOf(link);
  const target = anchorOf(address);
  if (!target || target.id === MENU) return;
  event.preventDefault();
  leaveMenu();
  // Before the scroll, so that Back returns to the link.
  if (address.href !== location.href) history.pushState(history.state, '', address);
  goTo(target);
}

/** On Back and reload, the browser restores the position. */
const isNewVisit = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/** Adds the fragment after the page has loaded, because the browser's own jump would end the smooth scroll. */
function addFragmentLater({ id }: HTMLElement): void {
  history.replaceState(history.state, '', location.pathname + location.search);
  addEventListener('load', () => {
    if (!location.hash) history.replaceState(history.state, '', `#${id}`);
  });
}

/** Corrects the browser's own jump if the script was late: the sticky header would cover the target. */
function uncover(target: HTMLElement): void {
  const { top } = target.getBoundingClientRect();
  if (top >= 0 && top < coveredHeight()) scrollTo(target, 'instant');
}

/** Scrolls to the section that the address names, and follows links to sections of the page. */
export function watchAnchors(): void {
  document.addEventListener('click', onClick);
  const address = new URL(location.href);
  const target = anchorOf(address);
  if (!target || !isNewVisit()) return;
  if (address.searchParams.has('go')) {
    addFragmentLater(target);
    goTo(target);
  } else {
    uncover(target);
  }
}
