/** The height of a header that cannot be measured, and the room left below it, in CSS pixels. */
const HEIGHT_PX = 80;
const ROOM_PX = 20;

/** The height above a section that a jump leaves free: only some room where the header scrolls away with the page. */
export function coveredHeight(): number {
  const header = document.querySelector('header');
  if (header && getComputedStyle(header).position !== 'sticky') return ROOM_PX;
  return (header?.offsetHeight || HEIGHT_PX) + ROOM_PX;
}

/** Keeps the header in view while the page scrolls, and tells the styles its height: it would hide the target of a jump. */
export function keepHeaderInView(): void {
  const header = document.querySelector('header');
  if (!header) return;
  header.dataset.stays = '';
  const measure = () => document.documentElement.style.setProperty('--anchor-offset', `${coveredHeight()}px`);
  measure();
  if ('ResizeObserver' in window) new ResizeObserver(measure).observe(header);
  else addEventListener('resize', measure);
}
