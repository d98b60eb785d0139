import { applicationForm } from './dom.ts';
import { watchAnchors } from './go-anchor.ts';
import { importScript, reportMissingStyles } from './load-failures.ts';
import { watchMenu } from './menu.ts';
import { revealLater } from './reveal.ts';
import { makeHeaderSticky } from './sticky-header.ts';
import { watchBuild } from './watch-build.ts';

/** Browsers with this feature (2022) support everything that the form and search scripts need, including htmx. */
const NEWEST_FEATURE = 'findLast';

/** Loads the script of a form or search page, if the browser supports it. */
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
  revealLater();
  // On form pages, the browser's default jump shows a field with its label.
  if (!applicationForm()) watchAnchors();
}

// Older browsers show the page without scripts.
if ('ResizeObserver' in window) start();
