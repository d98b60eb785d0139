import AOS from 'aos';
import { make } from './dom.ts';

/** Adds a stylesheet to the page; resolves when it applies. */
const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = make('link', { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`no style from ${href}`)));
    document.head.append(link);
  });

/** What comes in as a whole; none of them stands in another. What is read, an article say, stays still. */
const BLOCKS = `.figures, .features > li, .block-head, .block-body, .part-heading,
  .part .common, .part .contact, .part .reports-year, .part .timeline-year, .part .cards > li,
  .part .directions > li, .part .honours > li, .part .products > li, .part .article-list > li`;

/** Blocks wholly below the window; what has been in sight stays as it is. */
const waiting = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(BLOCKS)].filter(
    (block) => block.getBoundingClientRect().top >= innerHeight,
  );

/** Animates what waits below the window each time that it is scrolled to; nothing is hidden before the style is there. */
export async function reveal(wide: MediaQueryList): Promise<void> {
  if (waiting().length === 0) return;
  await loadStyle(BUILT.revealStyle);
  const blocks = wide.matches ? waiting() : [];
  for (const block of blocks) block.dataset.aos = 'fade-up';
  AOS.init({ duration: 600, easing: 'ease-out-quad', offset: 100, once: false, mirror: true });
  wide.addEventListener('change', () => show(blocks), { once: true });
}

/** On a window that got narrow nothing moves, and so nothing may wait. */
function show(blocks: HTMLElement[]): void {
  for (const block of blocks) block.removeAttribute('data-aos');
}
