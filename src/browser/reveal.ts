import { loadStyle } from './load-style.ts';

/** How long after start-up, in milliseconds: until then the visitor sees where they are. */
const DELAY_MS = 300;
const WHERE = '(min-width: 768px) and (prefers-reduced-motion: no-preference)';

/** What comes in as a whole; none of them stands in another. What is read, an article say, stays still. */
const BLOCKS = `.figures, .features > li, .block-head, .block-body, .part-heading,
  .part .common, .part .contact, .part .reports-year, .part .timeline-year, .part .cards > li,
  .part .directions > li, .part .honours > li, .part .products > li, .part .article-list > li`;

/** A device with so little memory, in GB, or so few cores shows the page as it is. */
const WEAK_MEMORY_GB = 2;
const WEAK_CORES = 2;

type Device = Navigator & { deviceMemory?: number; connection?: { saveData?: boolean } };

function isWeak(): boolean {
  const { deviceMemory, hardwareConcurrency, connection } = navigator as Device;
  return (
    (deviceMemory ?? Infinity) <= WEAK_MEMORY_GB ||
    (hardwareConcurrency ?? Infinity) <= WEAK_CORES ||
    connection?.saveData === true
  );
}

/** Blocks wholly below the window; what has been in sight stays as it is. */
const waiting = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(BLOCKS)].filter(
    (block) => block.getBoundingClientRect().top >= innerHeight,
  );

/** Nothing is hidden before both the script and the style are there to show it again. */
async function reveal(): Promise<void> {
  const wide = matchMedia(WHERE);
  if (!wide.matches || isWeak() || waiting().length === 0) return;
  const [{ start }] = await Promise.all([
    import(BUILT.revealScript) as Promise<typeof import('./reveal-aos.ts')>,
    loadStyle(BUILT.revealStyle),
  ]);
  const blocks = wide.matches ? waiting() : [];
  for (const block of blocks) block.dataset.aos = 'fade-up';
  start();
  wide.addEventListener('change', () => show(blocks), { once: true });
}

/** On a window that got narrow nothing moves, and so nothing may wait. */
function show(blocks: HTMLElement[]): void {
  for (const block of blocks) block.removeAttribute('data-aos');
}

/** Lets what is below the window come in softly when it is scrolled to, on wide screens whose visitors like motion. */
export function revealLater(): void {
  setTimeout(reveal, DELAY_MS);
}
