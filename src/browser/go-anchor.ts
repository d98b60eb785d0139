import { decodePart, slug } from '../content/urls.ts';
import { byId } from './dom.ts';
import { closeMenu, coveredHeight, MENU } from './menu.ts';

type UrlParts = Pick<Location, 'origin' | 'pathname' | 'search' | 'hash'>;

const queryParts = ({ search }: UrlParts): string[] => search.slice(1).split('&').filter(Boolean);
const isGo = (part: string): boolean => part.startsWith('go=');

/** Finds the target of a URL by its fragment, or by the code in `go`. */
function anchorOf(url: UrlParts): HTMLElement | null {
  const code = new URLSearchParams(url.search).get('go') ?? '';
  const marked = [...document.querySelectorAll<HTMLElement>('[data-code]')];
  return (
    byId(decodePart(url.hash.slice(1))) ??
    marked.find(({ dataset }) => dataset.code === code) ??
    byId(slug(code))
  );
}

/** The page may have more parameters than the link, because apps add some to shared links. */
const isOnThisPage = (link: HTMLAnchorElement): boolean =>
  link.origin + link.pathname === location.origin + location.pathname &&
  queryParts(link).every((part) => isGo(part) || queryParts(location).includes(part));

/** On a later page of a list, the list's own menu item leads to the first page. */
const isOwnItem = (link: HTMLAnchorElement): boolean =>
  link.getAttribute('aria-current') === 'page' && !/[?&]page=/u.test(location.search);

/** Returns the page's URL with a link's fragment and `go`, and with all other page parameters. */
function sectionUrl(link: HTMLAnchorElement): string {
  const isFragment = link.getAttribute('href')?.startsWith('#');
  const go = isFragment ? [] : queryParts(link).filter(isGo);
  const query = [...queryParts(location).filter((part) => !isGo(part)), ...go].join('&');
  return `${location.pathname}${query && `?${query}`}${link.hash}`;
}

function scrollTo(target: HTMLElement, behavior: ScrollBehavior): void {
  const top = target.getBoundingClientRect().top + scrollY - coveredHeight();
  window.scrollTo({ top, behavior });
}

function focus(target: HTMLElement): void {
  if (target.tabIndex < 0 && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}

/** Keeps the target in view while content above it loads, in engines without scroll anchoring. */
function keepInView(target: HTMLElement): void {
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
  keepInView(target);
}

const opensInThisWindow = (
  { button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent,
  link: HTMLAnchorElement,
): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || link.target || link.hasAttribute('download'));

function onLinkClick(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || event.defaultPrevented || !opensInThisWindow(event, link)) return;
  const target = isOnThisPage(link) && (anchorOf(link) ?? (isOwnItem(link) && document.body));
  if (!target || target.id === MENU) return;
  event.preventDefault();
  closeMenu();
  // Runs before the scroll, so that Back returns to the link.
  const url = sectionUrl(link);
  if (location.origin + url !== location.href) history.pushState(history.state, '', url);
  goTo(target);
}

/** On Back and reload, the browser restores the scroll position. */
const isNewVisit = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/** Until the page has loaded, the browser's jump to the fragment would stop the smooth scroll. */
function addFragmentLater({ id }: HTMLElement): void {
  history.replaceState(history.state, '', location.pathname + location.search);
  addEventListener('load', () => {
    if (!location.hash) history.replaceState(history.state, '', `#${id}`);
  });
}

export function watchAnchors(): void {
  document.addEventListener('click', onLinkClick);
  const target = queryParts(location).some(isGo) && anchorOf(location);
  if (!target || !isNewVisit()) return;
  addFragmentLater(target);
  goTo(target);
}
