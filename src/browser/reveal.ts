import { importScript } from './load-failures.ts';

const DELAY_MS = 300;
const WIDE_WITH_MOTION = '(min-width: 768px) and (prefers-reduced-motion: no-preference)';

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

async function load(): Promise<void> {
  const wide = matchMedia(WIDE_WITH_MOTION);
  const hasBlocks = document.querySelector('[data-reveal]') !== null;
  if (!wide.matches || savesData() || !hasBlocks) return;
  const { reveal } = await importScript<typeof import('./reveal-aos.ts')>(BUILT.revealScript);
  if (wide.matches) reveal(wide);
}

/** Animates blocks below the window when they are scrolled to, on wide screens without reduced motion. */
export function revealLater(): void {
  setTimeout(load, DELAY_MS);
}
