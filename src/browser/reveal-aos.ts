import AOS from 'aos';

/** Views mark blocks that move as a whole: an element (`self`) or each of its children (`items`). */
const BLOCKS = '[data-reveal=self], [data-reveal=items] > *';

/** Outermost blocks below the window. Blocks that have been in view stay as they are. */
const blocksBelow = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(BLOCKS)].filter(
    (block) => !block.parentElement?.closest(BLOCKS) && block.getBoundingClientRect().top >= innerHeight,
  );

/** Moves blocks below the window into place each time they are scrolled to: `scripts.css` says how. */
export function reveal(wide: MediaQueryList): void {
  const blocks = blocksBelow();
  if (blocks.length === 0) return;
  for (const block of blocks) block.dataset.aos = 'rise';
  AOS.init({ duration: 600, easing: 'ease-out-quad', offset: 100, once: false, mirror: true });
  wide.addEventListener('change', () => stop(blocks), { once: true });
}

/** A narrow window shows all blocks in place. */
function stop(blocks: HTMLElement[]): void {
  for (const block of blocks) block.removeAttribute('data-aos');
}
