import { watchBuild } from './build-check.ts';
import { watchAnchors } from './go-anchor.ts';
import { keepMastheadInView } from './masthead.ts';
import { watchMenu } from './menu.ts';
import { guardReload } from './reload-guard.ts';
import { revealLater } from './reveal.ts';

guardReload();
keepMastheadInView();
watchAnchors();
watchMenu();
revealLater();
watchBuild();
