import { importScript } from './load-failures.ts';

const DELAY_MS = 300;
const WIDE_WITH_MOTION = '(min-width: 768px) and (prefers-reduced-motion: no-preference)';

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Animates blocks that scroll into view, on wide screens without reduced motion. Reacts to changes of the width. */
export function revealLater(): void {
  const wide = matchMedia(WIDE_WITH_MOTION);
  let script: Promise<typeof import('./reveal-aos.ts')> | undefined;
  const update = async () => {
    if (!script && !wide.matches) return;
    script ??= importScript(BUILT.revealScript);
    (await script).reveal(wide.matches);
  };
  if (savesData() || !document.querySelector('[data-reveal]')) return;
  setTimeout(update, DELAY_MS);
  // Safari before 14 has no `addEventListener` here.
  wide.onchange = update;
}
