import AOS from 'aos';

/** Views mark blocks that move as a whole: an element (`self`) or each of its children (`items`). */
const BLOCKS = '[data-reveal=self], [data-reveal=items] > *';
/** Class of AOS for a block in its place. */
const IN_PLACE = 'aos-animate';

let isStarted = false;

const outermostBlocks = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(BLOCKS)].filter(
    (block) => !block.parentElement?.closest(BLOCKS),
  );

/** Moves blocks into place each time they are scrolled to: `scripts.css` says how. A narrow window shows all in place. */
export function reveal(isWide: boolean): void {
  for (const block of outermostBlocks()) {
    // Blocks in view stay as they are until they have left it.
    block.classList.toggle(IN_PLACE, block.getBoundingClientRect().top < innerHeight);
    if (isWide) block.dataset.aos = 'rise';
    else block.removeAttribute('data-aos');
  }
  if (!isWide) return;
  if (isStarted) AOS.refreshHard();
  else AOS.init({ duration: 600, easing: 'ease-out-quad', offset: 100, once: false, mirror: true });
  isStarted = true;
}
