import type { Page } from 'playwright';
import { overflowIn } from '../../support/overflow.ts';
import { type Check, DESK, PHONE, painted } from '../check.ts';

const overflow = async (page: Page, width: number, criterion: string) =>
  (await overflowIn('body', page, [width])).map((message) => ({ criterion, message }));

export const reflow: Check = {
  id: 'reflow',
  run: async ({ page }) => overflow(page, PHONE.width, '1.4.10'),
};

/** Runs with a style sheet of the reader. */
async function withStyle<T>(page: Page, content: string, run: () => Promise<T>): Promise<T> {
  const style = await page.addStyleTag({ content });
  await painted(page);
  const result = await run();
  await style.evaluate((element) => (element as unknown as HTMLElement).remove());
  return result;
}

/** Browser zoom halves the width in CSS pixels; text zoom of phones enlarges the root's font. */
export const zoom: Check = {
  id: 'zoom',
  run: async ({ page }) => [
    ...(await overflow(page, DESK.width / 2, '1.4.4')),
    ...(await withStyle(page, 'html { font-size: 200% !important }', () =>
      overflow(page, DESK.width, '1.4.4'),
    )),
  ],
};

const SPACING = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

export const spacing: Check = {
  id: 'spacing',
  run: ({ page }) =>
    withStyle(page, SPACING, async () => [
      ...(await overflow(page, PHONE.width, '1.4.12')),
      ...(await overflow(page, DESK.width, '1.4.12')),
    ]),
};

/** Runs in the page: animations without end, and those longer than five seconds. */
const moving = (): string[] =>
  document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 5000)
    .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? '');

export const motion: Check = {
  id: 'motion',
  run: async ({ page }) => {
    const reduced = await page.evaluate(() => document.getAnimations().length);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await painted(page);
    const endless = await page.evaluate(moving);
    const blinking = await page.locator('blink, marquee').count();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    return [
      ...endless.map((name) => ({ criterion: '2.2.2', message: `an animation of more than 5 s: ${name}` })),
      ...(blinking > 0 ? [{ criterion: '2.2.2', message: 'blink or marquee' }] : []),
      ...(reduced > 0 ? [{ message: `${reduced} animations run in spite of reduced motion` }] : []),
    ];
  },
};
