import AOS from 'aos';

/** Blocks that move as a whole; none contains another. Text that is read, an article for example, stays still. */
const BLOCKS = `.figures, .features > li, .block-head, .block-body, .part-heading,
  .part .common, .part .contact, .part .reports-year, .part .timeline-year, .part .cards > li,
  .part .directions > li, .part .honours > li, .part .products > li, .part .article-list > li`;

/** Blocks wholly below the window; what has been in sight stays as it is. */
const blocksBelow = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(BLOCKS)].filter(
    (block) => block.getBoundingClientRect().top >= innerHeight,
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
