import { decodePart, slug } from '../content/menu/slug.ts';
import { byId } from './dom.ts';
import { leaveMenu, MENU } from './menu.ts';
import { coveredHeight } from './sticky-header.ts';

/** The element that an address leads to: by its fragment, else by its `go`; none where the page has no such element. */
function anchorOf({ searchParams, hash }: URL): HTMLElement | null {
  const code = searchParams.get('go');
  return byId(decodePart(hash.slice(1))) ?? (code ? byId(slug(code)) : null);
}

/** The page of an address, wherever on it: without `go` and fragment. */
function pageOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  searchParams.delete('go');
  return `${origin}${pathname}?${searchParams}`;
}

function scrollTo(target: HTMLElement, behavior: ScrollBehavior): void {
  const top = target.getBoundingClientRect().top + scrollY - coveredHeight();
  // Safari scrolls smoothly since 15.4; before, it knows no options of a scroll at all.
  if ('scrollBehavior' in document.documentElement.style) window.scrollTo({ top, behavior });
  else window.scrollTo(0, top);
}

/** Moves the focus for keyboards and screen readers; the element loses its tabindex when it loses the focus. */
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

/** Whether the link would be followed in this window by a plain click. */
const isPlain = (
  { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent,
  link: HTMLAnchorElement,
): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || link.target || link.hasAttribute('download'));

/** A link that is a fragment alone leads away from the section that the page was asked for. */
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
  // Before the scroll, so that Back returns to where the link was.
  if (address.href !== location.href) history.pushState(history.state, '', address);
  goTo(target);
}

/** On Back and on reload the browser restores the position itself. */
const isNewVisit = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/**
 * While a page loads, the browser jumps to its fragment, which would end the smooth scroll. So the fragment is added when the
 * page has loaded; the address can then be shared, with scripts or without.
 */
function withholdFragment({ id }: HTMLElement): void {
  history.replaceState(history.state, '', location.pathname + location.search);
  addEventListener('load', () => {
    if (!location.hash) history.replaceState(history.state, '', `#${id}`);
  });
}

/** Where the script comes late, the browser has jumped already, without room for the sticky header. */
function uncover(target: HTMLElement): void {
  const { top } = target.getBoundingClientRect();
  if (top >= 0 && top < coveredHeight()) scrollTo(target, 'instant');
}

/** Goes to the section that the address names, and to those of links to this page, without loading it again. */
export function watchAnchors(): void {
  document.addEventListener('click', onClick);
  const address = new URL(location.href);
  const target = anchorOf(address);
  if (!target || !isNewVisit()) return;
  if (address.searchParams.has('go')) {
    withholdFragment(target);
    goTo(target);
  } else {
    uncover(target);
  }
}
