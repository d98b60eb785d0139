import { watchBuild } from './build-check.ts';
import { watchAnchors } from './go-anchor.ts';
import { watchMenu } from './menu.ts';
import { guardReload } from './reload-guard.ts';
import { revealLater } from './reveal.ts';

guardReload();
watchAnchors();
watchMenu();
revealLater();
watchBuild();
