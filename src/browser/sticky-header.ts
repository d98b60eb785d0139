/** Default height of a header that cannot be measured. */
const HEIGHT_PX = 80;
const GAP_PX = 20;

/** Returns the height to leave free above a jump's target. */
export function coveredHeight(): number {
  const header = document.querySelector('header');
  if (header && getComputedStyle(header).position !== 'sticky') return GAP_PX;
  return (header?.offsetHeight || HEIGHT_PX) + GAP_PX;
}

/** Makes the header sticky and passes its height to the styles, which keep jump targets visible. */
export function makeHeaderSticky(): void {
  const header = document.querySelector('header');
  if (!header) return;
  header.dataset.stays = '';
  // Measures after the first layout, because measuring now would force a layout.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--anchor-offset', `${coveredHeight()}px`),
  ).observe(header);
}
