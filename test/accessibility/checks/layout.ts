import type { Page } from 'playwright';
import { overflowIn } from '../../support/overflow.ts';
import { type Check, DESK, PHONE, painted } from '../check.ts';

/** Finds text that is clipped, overlaps or leaves the window with a user style sheet. */
async function overflow(page: Page, criterion: string, widths: number[], content = ':root {}') {
  const style = await page.addStyleTag({ content });
  await painted(page);
  const found = await overflowIn('body', page, widths);
  await style.evaluate((element) => (element as Element).remove());
  return found.map((message) => `${criterion} ${message}`);
}

export const reflow: Check = (page) => overflow(page, '1.4.10', [PHONE.width]);

/** Checks browser zoom, which halves the width in CSS pixels, and text zoom, which enlarges the root's font. */
export const zoom: Check = async (page) => [
  ...(await overflow(page, '1.4.4', [DESK.width / 2])),
  ...(await overflow(page, '1.4.4', [DESK.width], 'html { font-size: 200% !important }')),
];

const SPACED = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
p { margin-bottom: 2em !important }`;
export const spacing: Check = (page) => overflow(page, '1.4.12', [PHONE.width, DESK.width], SPACED);

const animationsMs = () =>
  document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime));

export const motion: Check = async (page) => {
  const reduced = await page.evaluate(animationsMs);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await painted(page);
  const long = (await page.evaluate(animationsMs)).filter((ms) => ms > 5000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return [
    ...long.map((ms) => `2.2.2 an animation of ${ms} ms`),
    ...reduced.map((ms) => `an animation of ${ms} ms in spite of reduced motion`),
  ];
};
