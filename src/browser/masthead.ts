/** The height of a masthead that cannot be measured, and the room left below it, in CSS pixels. */
const HEIGHT_PX = 80;
const ROOM_PX = 20;

/** What is to be free above a section that is jumped to: nothing but room where the masthead scrolls away with the page. */
export function coveredHeight(): number {
  const masthead = document.querySelector('header');
  if (masthead && getComputedStyle(masthead).position !== 'sticky') return ROOM_PX;
  return (masthead?.offsetHeight || HEIGHT_PX) + ROOM_PX;
}

/**
 * Lets the masthead stay in view while the page scrolls, and tells the styles how much it covers, whatever its height:
 * without a script nobody could measure it, and it would hide what is jumped to.
 */
export function keepMastheadInView(): void {
  const masthead = document.querySelector('header');
  if (!masthead) return;
  masthead.dataset.stays = '';
  const measure = () => document.documentElement.style.setProperty('--anchor-offset', `${coveredHeight()}px`);
  measure();
  if ('ResizeObserver' in window) new ResizeObserver(measure).observe(masthead);
  else addEventListener('resize', measure);
}
