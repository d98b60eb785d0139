import { applicationForm } from './dom.ts';
import { watchAnchors } from './go-anchor.ts';
import { makeHeaderSticky, watchMenu } from './menu.ts';
import { watchBuild } from './watch-build.ts';

/** Whether a stylesheet failed to load: it has no sheet or, in Chromium, an empty or unreadable sheet. */
function isMissing({ media, sheet }: HTMLLinkElement): boolean {
  if (!matchMedia(media).matches) return false;
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

/** Reports an element that failed to load to `reload-guard.ts`. */
const reportToGuard = (element: Element | null | undefined): boolean | undefined =>
  element?.dispatchEvent(new Event('error'));

/** Stylesheets may fail to load before the guard listens. */
function reportMissingStyles(): void {
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  reportToGuard(styles.find(isMissing));
}

/** Firefox rejects imports while the visitor leaves the page. The promise then never settles, because a reload would keep the visitor. */
async function importScript<T>(url: string): Promise<T> {
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
  };
  // Removed after the import, because this listener disables Firefox's back-forward cache.
  addEventListener('beforeunload', leave);
  try {
    return await import(url);
  } catch (error) {
    if (isLeaving) return new Promise(() => undefined);
    reportToGuard(document.querySelector('script[src]'));
    throw error;
  } finally {
    removeEventListener('beforeunload', leave);
  }
}

/** Removes the tab stops and labels of scrolling boxes while their tables fit. */
function watchTables(): void {
  for (const box of document.querySelectorAll('.table-scroll[tabindex]')) {
    const attributes = [...box.attributes].filter(({ name }) => name !== 'class' && name !== 'dir');
    new ResizeObserver(() => {
      for (const { name, value } of attributes)
        if (box.scrollWidth > box.clientWidth) box.setAttribute(name, value);
        else box.removeAttribute(name);
    }).observe(box);
  }
}

const { connection = {} } = navigator;

/** Small screens load this script with Save-Data only. It runs on import; a page is complete without it. */
function improveImagesLater(): void {
  if (connection.saveData || matchMedia('(min-width: 1024px)').matches)
    addEventListener('load', () => import(BUILT.imagesScript));
}

const REVEAL_DELAY_MS = 300;
const WIDE_WITH_MOTION = '(min-width: 768px) and (prefers-reduced-motion: no-preference)';

/** Animates blocks that scroll into view, on wide screens without reduced motion. Follows changes of both conditions. */
function revealLater(): void {
  if (connection.saveData || !document.querySelector('[data-reveal]')) return;
  const wide = matchMedia(WIDE_WITH_MOTION);
  let script: Promise<typeof import('./reveal-aos.ts')> | undefined;
  const update = async () => {
    if (!script && !wide.matches) return;
    script ??= importScript(BUILT.revealScript);
    (await script).reveal(wide.matches);
  };
  setTimeout(update, REVEAL_DELAY_MS);
  // In Safari before 14, a media query list has no `addEventListener`.
  wide.onchange = update;
}

/** Browsers with this array method from 2022 support everything that the form and search scripts need, including htmx. */
const isNewBrowser = 'findLast' in Array.prototype;

function loadPageScript(): void {
  const url = document.querySelector<HTMLScriptElement>('script[data-then]')?.dataset.then;
  if (url && isNewBrowser) void importScript(url);
}

function startScripts(): void {
  reportMissingStyles();
  makeHeaderSticky();
  watchMenu();
  loadPageScript();
  // Without its script, a form would lose the typed text on a refresh.
  if (!applicationForm() || isNewBrowser) watchBuild();
  watchTables();
  revealLater();
  improveImagesLater();
  // On form pages, the browser's default jump shows a field with its label.
  if (!applicationForm()) watchAnchors();
}

// Older browsers show the page without scripts.
if ('ResizeObserver' in window) startScripts();
