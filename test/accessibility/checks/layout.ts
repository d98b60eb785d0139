import { overflowIn } from '../../support/overflow.ts';
import { type Check, DESK, PHONE, painted } from '../check.ts';

/** Looks for text that is cut, overlaps or leaves the window, with a style sheet of the reader. */
const overflow =
  (criterion: string, widths: number[], content = ':root {}'): Check =>
  async (page) => {
    const style = await page.addStyleTag({ content });
    await painted(page);
    const found = await overflowIn('body', page, widths);
    await style.evaluate((element) => (element as Element).remove());
    return found.map((message) => `${criterion} ${message}`);
  };

export const reflow = overflow('1.4.10', [PHONE.width]);
/** Browser zoom halves the width in CSS pixels; text zoom of phones enlarges the root's font. */
const browserZoom = overflow('1.4.4', [DESK.width / 2]);
const textZoom = overflow('1.4.4', [DESK.width], 'html { font-size: 200% !important }');
export const zoom: Check = async (page, visit) => [
  ...(await browserZoom(page, visit)),
  ...(await textZoom(page, visit)),
];
export const spacing = overflow(
  '1.4.12',
  [PHONE.width, DESK.width],
  `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`,
);

export const motion: Check = async (page) => {
  const reduced = await page.evaluate(() => document.getAnimations().length);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await painted(page);
  const long = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 5000)
        .length,
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return [
    ...(long > 0 ? [`2.2.2 ${long} animations of more than 5 s`] : []),
    ...(reduced > 0 ? [`${reduced} animations run in spite of reduced motion`] : []),
  ];
};
