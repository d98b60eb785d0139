import type { Page } from 'playwright';
import sharp from 'sharp';
import { type Check, painted } from '../check.ts';

/** A focused element that keeps the focus longer is a trap: a date or a player has fewer stops. */
const MAX_STOPS = 12;
/** Fewer or weaker changes of pixels are noise. */
const MIN_PIXELS = 24;
const MIN_DIFFERENCE = 40;

/** Runs in the page: numbers what Tab should reach, and returns the texts for messages. */
function number(): string[] {
  const scope = document.querySelector(':modal') ?? document;
  const selector =
    'a[href], area[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [tabindex], [contenteditable]';
  const all = [...scope.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0,
  );
  // The next Tab begins at the top.
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  return all.map((element, order) => {
    element.dataset.order = String(order);
    return `${element.tagName} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}"`;
  });
}

/** Runs in the page: the focused element. Its look names all that shows the focus of elements of its kind. */
function focused() {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element.dataset.order === undefined) return undefined;
  const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
  const { outline, outlineOffset, boxShadow, backgroundColor } = getComputedStyle(element);
  const region = element.closest('main, footer, header, .menu, dialog')?.tagName;
  const isSeen = [0.5, 0.1, 0.9].some((x) =>
    [0.5, 0.1, 0.9].some((y) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return element.contains(hit) || hit?.contains(element);
    }),
  );
  return {
    order: Number(element.dataset.order),
    region,
    look: [
      element.tagName,
      element.className,
      region,
      outline,
      outlineOffset,
      boxShadow,
      backgroundColor,
    ].join(),
    isSeen,
    clip: { x: left - 8, y: top - 8, width: width + 16, height: height + 16 },
    left,
    right: left + width,
    top: top + scrollY,
    bottom: top + scrollY + height,
  };
}
type Step = NonNullable<ReturnType<typeof focused>>;

/** Presses a key until the focus leaves the page, comes back, or stays in one place. */
async function walk(page: Page, key: string, onStep: (step: Step) => Promise<void>) {
  const steps: Step[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key);
    await painted(page);
    const step = await page.evaluate(focused);
    if (step && step.order === steps.at(-1)?.order) continue;
    if (!step || steps.some(({ order }) => order === step.order)) return { steps };
    stops = 0;
    steps.push(step);
    await onStep(step);
  }
  return { steps, trap: steps.at(-1) };
}

/** Compares the pixels around the focused element with and without its focus. */
async function isFocusVisible(page: Page, { order, clip }: Step): Promise<boolean> {
  const pixels = async () =>
    sharp(await page.screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer();
  const focus = await pixels();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await painted(page);
  const rest = await pixels();
  const element = page.locator(`[data-order="${order}"]`);
  await element.evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  const changed = focus.filter((value, at) => Math.abs(value - (rest[at] ?? 0)) > MIN_DIFFERENCE);
  return changed.length >= MIN_PIXELS;
}

/** Against the document, or upwards in a column of the content. */
const isBackward = (one: Step, next: Step): boolean =>
  next.order < one.order ||
  (one.region === 'MAIN' && next.bottom <= one.top && next.left < one.right && next.right > one.left);

/** Runs in the page: draws the order of the focus. */
function draw(steps: Step[]): void {
  const points = steps.map(({ left, top }) => [Math.max(left, 10), Math.max(top, 10)] as const);
  const marks = points.map(
    ([x, y], at) =>
      `<circle cx="${x}" cy="${y}" r="10" fill="#c00"/><text x="${x}" y="${y + 4}" fill="#fff">${at + 1}</text>`,
  );
  const svg = `<svg id="tab-order" style="position:absolute;top:0;left:0;z-index:99999" width="${innerWidth}" height="${document.documentElement.scrollHeight}" font-family="sans-serif" font-size="12" text-anchor="middle"><polyline points="${points.join(' ')}" fill="none" stroke="#c00" stroke-opacity=".5"/>${marks.join('')}</svg>`;
  document.body.insertAdjacentHTML('beforeend', svg);
}

/** Looks whose focus is visible: elements of the same look are not photographed again. */
const visibleLooks = new Set<string>();

export const keyboard: Check = async (page, { entry, keep }) => {
  const found: string[] = [];
  await keep('names.yml', await page.locator('body').ariaSnapshot());
  const names = await page.evaluate(number);
  const url = page.url();
  const { steps, trap } = await walk(page, 'Tab', async (step) => {
    if (!step.isSeen) found.push(`2.4.11 the focus is covered: ${names[step.order]}`);
    if (visibleLooks.has(step.look)) return;
    if (await isFocusVisible(page, step)) visibleLooks.add(step.look);
    else found.push(`2.4.7 the focus is invisible: ${names[step.order]}`);
  });
  if (trap) found.push(`2.1.2 Tab does not leave ${names[trap.order]}`);
  const missed = names.filter((_, at) => !trap && !steps.some(({ order }) => order === at));
  found.push(...missed.map((name) => `2.1.1 Tab does not reach ${name}`));
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1];
    if (next && isBackward(step, next))
      found.push(`2.4.3 ${names[next.order]} comes after ${names[step.order]}`);
  }
  if (!entry.isRandom) {
    const back = await walk(page, 'Shift+Tab', async ({ isSeen, order }) => {
      if (!isSeen) found.push(`2.4.11 the focus is covered on the way back: ${names[order]}`);
    });
    if (back.trap) found.push(`2.1.2 Shift+Tab does not leave ${names[back.trap.order]}`);
  }
  if (page.url() !== url) found.push(`3.2.1 the focus opens ${page.url()}`);
  await page.evaluate(draw, steps);
  await keep('tab-order.jpg', await page.screenshot({ fullPage: true, type: 'jpeg', quality: 50 }));
  return found;
};
