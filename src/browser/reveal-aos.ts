import AOS from 'aos';

/** Selector for animated blocks. Views mark an element (`self`) or each of its children (`items`). */
const BLOCKS = '[data-reveal=self], [data-reveal=items] > *';
/** Class that AOS sets on a block at its final position. */
const IN_PLACE = 'aos-animate';

let isStarted = false;

const outermostBlocks = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(BLOCKS)].filter(
    (block) => !block.parentElement?.closest(BLOCKS),
  );

/** Animates blocks that scroll into view, with styles of `scripts.css`. In a narrow window, shows all blocks. */
export function reveal(isWide: boolean): void {
  for (const block of outermostBlocks()) {
    // Blocks in view do not change until they have left the view.
    block.classList.toggle(IN_PLACE, block.getBoundingClientRect().top < innerHeight);
    if (isWide) block.dataset.aos = 'rise';
    else block.removeAttribute('data-aos');
  }
  if (!isWide) return;
  if (isStarted) AOS.refreshHard();
  else AOS.init({ duration: 600, easing: 'ease-out-quad', offset: 100, once: false, mirror: true });
  isStarted = true;
}
