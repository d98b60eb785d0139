import { applicationForm } from './dom.ts';
import { watchAnchors } from './go-anchor.ts';
import { reportLoadFailures } from './load-failures.ts';
import { watchMenu } from './menu.ts';
import { revealLater } from './reveal.ts';
import { keepHeaderInView } from './sticky-header.ts';
import { watchBuild } from './watch-build.ts';

/** A browser that knows it knows all that the scripts of form and search, htmx included, need: since 2022. */
const NEWEST_NEEDED = 'findLast';

/** The script that this kind of page has beside the site's own, where the browser runs it whole; else the page does without. */
function loadEnhancement(): void {
  const address = document.querySelector<HTMLScriptElement>('script[data-then]')?.dataset.then;
  if (address && NEWEST_NEEDED in Array.prototype) void import(address);
}

reportLoadFailures();
keepHeaderInView();
watchMenu();
loadEnhancement();
watchBuild();
// A form keeps its place and its texts: the browser's own jump shows a field with its label.
if (!applicationForm()) {
  watchAnchors();
  revealLater();
}
