/** The height of a header that cannot be measured, and the room left below it, in CSS pixels. */
const HEIGHT_PX = 80;
const ROOM_PX = 20;

/** What is to be free above a section that is jumped to: nothing but room where the header scrolls away with the page. */
export function coveredHeight(): number {
  const header = document.querySelector('header');
  if (header && getComputedStyle(header).position !== 'sticky') return ROOM_PX;
  return (header?.offsetHeight || HEIGHT_PX) + ROOM_PX;
}

/**
 * Lets the header stay in view while the page scrolls, and tells the styles how much it covers, whatever its height:
 * without a script nobody could measure it, and it would hide what is jumped to.
 */
export function keepHeaderInView(): void {
  const header = document.querySelector('header');
  if (!header) return;
  header.dataset.stays = '';
  const measure = () => document.documentElement.style.setProperty('--anchor-offset', `${coveredHeight()}px`);
  measure();
  if ('ResizeObserver' in window) new ResizeObserver(measure).observe(header);
  else addEventListener('resize', measure);
}
