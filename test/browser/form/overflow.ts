import type { Page } from 'playwright';

const WIDTHS = [2560, 1440, 820, 360, 320];
/** A button without an edge stands out by its padding, so that its words end where the column does. */
const OUTDENT = 8;

/** What sticks out of the window, and texts that burst the box they stand in. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate((outdent) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const described = ({ tagName, id, className }: Element) => `${tagName}#${id}.${className}`;
    const inMain = [...document.querySelectorAll('main, main *')];
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (right > clientWidth + 1 || left < -1);
    };
    const isBurst = (element: Element) => {
      const { display, overflowX } = getComputedStyle(element);
      const isBox = display !== 'inline' && overflowX === 'visible' && element.clientWidth > 1;
      return isBox && element.scrollWidth > element.clientWidth + outdent + 1;
    };
    return [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} > ${clientWidth}`] : []),
      ...inMain.filter(isOut).map((element) => `out: ${described(element)}`),
      ...inMain.filter(isBurst).map((element) => `burst: ${described(element)}`),
    ];
  }, OUTDENT);

/** The same at one width after another. */
export async function overflowingAtEveryWidth(page: Page, widths = WIDTHS): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    found.push(...(await overflowing(page)).map((line) => `${width} px: ${line}`));
  }
  return found;
}
