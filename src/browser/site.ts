import { applicationForm } from './dom.ts';
import { watchAnchors } from './go-anchor.ts';
import { importScript, reportMissingStyles } from './load-failures.ts';
import { makeHeaderSticky, watchMenu } from './menu.ts';
import { watchTables } from './scrolling-tables.ts';
import { watchBuild } from './watch-build.ts';

const REVEAL_DELAY_MS = 300;
const WIDE_WITH_MOTION = '(min-width: 768px) and (prefers-reduced-motion: no-preference)';

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Animates blocks that scroll into view, on wide screens without reduced motion. Follows changes of both conditions. */
function revealLater(): void {
  const wide = matchMedia(WIDE_WITH_MOTION);
  let script: Promise<typeof import('./reveal-aos.ts')> | undefined;
  const update = async () => {
    if (!script && !wide.matches) return;
    script ??= importScript(BUILT.revealScript);
    (await script).reveal(wide.matches);
  };
  if (savesData() || !document.querySelector('[data-reveal]')) return;
  setTimeout(update, REVEAL_DELAY_MS);
  // In Safari before 14, a media query list has no `addEventListener`.
  wide.onchange = update;
}

/** Array method from 2022. Browsers that have it support everything that the form and search scripts need, including htmx. */
const NEWEST_FEATURE = 'findLast';

/** Loads the page's own script, for a form or a search, if the browser supports it. */
function loadPageScript(): void {
  const address = document.querySelector<HTMLScriptElement>('script[data-then]')?.dataset.then;
  if (address && NEWEST_FEATURE in Array.prototype) void importScript(address);
}

function start(): void {
  reportMissingStyles();
  makeHeaderSticky();
  watchMenu();
  loadPageScript();
  // Without its script, a form would lose the typed text on a refresh.
  if (!applicationForm() || NEWEST_FEATURE in Array.prototype) watchBuild();
  watchTables();
  revealLater();
  // On form pages, the browser's default jump shows a field with its label.
  if (!applicationForm()) watchAnchors();
}

// Older browsers show the page without scripts.
if ('ResizeObserver' in window) start();
