import { decodePart, slug } from '../content/menu/slug.ts';
import { byId } from './dom.ts';
import { coveredHeight, leaveMenu, MENU } from './menu.ts';

type Address = Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>;

const splitQuery = ({ search }: Address): string[] => search.slice(1).split('&').filter(Boolean);
const isGo = (part: string): boolean => part.startsWith('go=');

/** Finds the target element of a URL by its fragment or by the code in its parameter `go`. */
function anchorOf(address: Address): HTMLElement | null {
  const code = new URLSearchParams(address.search).get('go');
  const marked = [...document.querySelectorAll<HTMLElement>('[data-code]')];
  return (
    byId(decodePart(address.hash.slice(1))) ??
    (code ? (marked.find(({ dataset }) => dataset.code === code) ?? byId(slug(code))) : null)
  );
}

/** Whether a link points to the current page. The page may have more parameters, because apps add some to shared links. */
const isHere = (link: HTMLAnchorElement): boolean =>
  link.origin + link.pathname === location.origin + location.pathname &&
  splitQuery(link).every((part) => isGo(part) || splitQuery(location).includes(part));

/** Whether a link is the page's own menu item. On a later page of a list, that leads to the first page. */
const isOwnItem = (link: HTMLAnchorElement): boolean =>
  link.getAttribute('aria-current') === 'page' && !/[?&]page=/u.test(location.search);

/** Returns the page's URL with the fragment and `go` of a link, and with all other parameters of the page. */
function addressOf(link: HTMLAnchorElement): string {
  const isFragment = link.getAttribute('href')?.startsWith('#');
  const go = isFragment ? [] : splitQuery(link).filter(isGo);
  const query = [...splitQuery(location).filter((part) => !isGo(part)), ...go].join('&');
  return `${location.pathname}${query && `?${query}`}${link.hash}`;
}

function scrollTo(target: HTMLElement, behavior: ScrollBehavior): void {
  const top = target.getBoundingClientRect().top + scrollY - coveredHeight();
  window.scrollTo({ top, behavior });
}

/** Moves the focus for keyboards and screen readers. */
function focus(target: HTMLElement): void {
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}

/** Keeps the target in view while content above it loads, until the visitor interacts. For engines without scroll anchoring. */
function stayAt(target: HTMLElement): void {
  if (CSS.supports('overflow-anchor: auto')) return;
  const { body } = document;
  let height = body.offsetHeight;
  const observer = new ResizeObserver(() => {
    if (height !== body.offsetHeight) scrollTo(target, 'instant');
    height = body.offsetHeight;
  });
  observer.observe(body);
  for (const type of ['wheel', 'touchstart', 'keydown', 'mousedown'])
    addEventListener(type, () => observer.disconnect(), { once: true });
}

function goTo(target: HTMLElement): void {
  focus(target);
  scrollTo(target, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');
  stayAt(target);
}

/** Whether a click is an unmodified primary click that opens the link in this window. */
const isPlain = (
  { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent,
  link: HTMLAnchorElement,
): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || link.target || link.hasAttribute('download'));

function onClick(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || event.defaultPrevented || !isPlain(event, link)) return;
  const target = isHere(link) && (anchorOf(link) ?? (isOwnItem(link) ? document.body : null));
  if (!target || target.id === MENU) return;
  event.preventDefault();
  leaveMenu();
  // Runs before the scroll, so that Back returns to the link.
  const address = addressOf(link);
  if (location.origin + address !== location.href) history.pushState(history.state, '', address);
  goTo(target);
}

/** Whether the page was opened by a navigation. On Back and reload, the browser restores the scroll position. */
const isNewVisit = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/** Removes the fragment until the page has loaded, because the browser's jump to it would stop the smooth scroll. */
function addFragmentLater({ id }: HTMLElement): void {
  history.replaceState(history.state, '', location.pathname + location.search);
  addEventListener('load', () => {
    if (!location.hash) history.replaceState(history.state, '', `#${id}`);
  });
}

/** Scrolls to the section in the URL, and handles links to sections of the page. */
export function watchAnchors(): void {
  document.addEventListener('click', onClick);
  const target = splitQuery(location).some(isGo) && anchorOf(location);
  if (!target || !isNewVisit()) return;
  addFragmentLater(target);
  goTo(target);
}
