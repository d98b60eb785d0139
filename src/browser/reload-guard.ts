/** How long after a reload no other one is tried, in milliseconds. */
const GUARD_MS = 10_000;
const KEY = 'reloadedAt';
const ASSETS = '/assets/';

/** What the browsers say of an `import()` whose file did not come: Chromium, Firefox, WebKit. */
const FAILED_IMPORT = /dynamically imported module|importing a module script failed/iu;

/** Reloads the page, unless it was reloaded just now or the browser cannot remember that. */
function reloadOnce(): void {
  // Without a network the page that is here is better than none.
  if (!navigator.onLine) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < GUARD_MS) return;
    sessionStorage.setItem(KEY, `${Date.now()}`);
    location.reload();
  } catch {}
}

const isOwn = (address: string | undefined): boolean =>
  address?.startsWith(location.origin + ASSETS) ?? false;

/** A style that did not come has no sheet, or, in Chromium, one that is empty or not to be read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

function onError({ target }: Event): void {
  if (target instanceof HTMLScriptElement && isOwn(target.src)) reloadOnce();
  if (target instanceof HTMLLinkElement && isOwn(target.href)) reloadOnce();
}

/** Reloads a page whose script or style is of a build that is gone: the new page names those that are there. */
export function guardReload(): void {
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', ({ reason }) => {
    if (FAILED_IMPORT.test(`${reason?.message}`)) reloadOnce();
  });
  // This script may have come after the failure; a style for other windows may come after this script.
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  const needed = [...styles].filter(({ href, media }) => isOwn(href) && matchMedia(media).matches);
  if (needed.some((link) => !hasRules(link))) reloadOnce();
}
