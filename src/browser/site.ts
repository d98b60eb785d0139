import { applicationForm } from './dom.ts';
import { loadEnhancement } from './enhancement.ts';
import { watchAnchors } from './go-anchor.ts';
import { watchMenu } from './menu.ts';
import { guardReload } from './reload-guard.ts';
import { revealLater } from './reveal.ts';
import { keepHeaderInView } from './sticky-header.ts';
import { watchBuild } from './watch-build.ts';

guardReload();
keepHeaderInView();
watchMenu();
loadEnhancement();
// A form keeps its place and its texts: the browser's own jump shows a field with its label.
if (!applicationForm()) {
  watchAnchors();
  revealLater();
  watchBuild();
}
