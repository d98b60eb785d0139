/** How long after start-up, in milliseconds: until then the visitor sees where they are. */
const DELAY_MS = 300;
const WHERE = '(min-width: 768px) and (prefers-reduced-motion: no-preference)';

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

async function load(): Promise<void> {
  const wide = matchMedia(WHERE);
  const hasBlocks = document.querySelector('.block, .part, .figures') !== null;
  if (!wide.matches || isWeak() || !hasBlocks) return;
  const { reveal } = (await import(BUILT.revealScript)) as typeof import('./reveal-aos.ts');
  await reveal(wide);
}

/** Lets what is below the window come in softly when it is scrolled to, on wide screens whose visitors like motion. */
export function revealLater(): void {
  setTimeout(load, DELAY_MS);
}
