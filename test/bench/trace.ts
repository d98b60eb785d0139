import type { Browser, Page } from 'playwright';

/** Times in microseconds; `tdur` is processor time, which others on the machine do not lengthen. */
type Event = { name: string; ts: number; tdur?: number; pid: number };

const STYLE_AND_LAYOUT = ['UpdateLayoutTree', 'Layout'];
const FIRST_PAINT = 'firstContentfulPaint';
const CATEGORIES = ['devtools.timeline', 'loading', 'blink.user_timing'];

/** Milliseconds of processor time that a page spends on styles and layout before its first words are painted. */
export async function styleAndLayoutMs(
  browser: Browser,
  page: Page,
  visit: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await visit();
  const { traceEvents } = JSON.parse(`${await browser.stopTracing()}`) as { traceEvents: Event[] };
  const paint = traceEvents.findLast(({ name }) => name === FIRST_PAINT);
  if (!paint) throw new Error('the trace has no first paint');
  return traceEvents
    .filter(({ name, pid, ts }) => STYLE_AND_LAYOUT.includes(name) && pid === paint.pid && ts < paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
}
