import { applicationForm } from './dom.ts';
import { loadEnhancement } from './enhancement.ts';
import { watchAnchors } from './go-anchor.ts';
import { keepMastheadInView } from './masthead.ts';
import { watchMenu } from './menu.ts';
import { guardReload } from './reload-guard.ts';
import { revealLater } from './reveal.ts';
import { watchBuild } from './watch-build.ts';

guardReload();
keepMastheadInView();
watchAnchors();
watchMenu();
loadEnhancement();
// What is typed is not moved, and would be lost with the page.
if (!applicationForm()) {
  revealLater();
  watchBuild();
}
