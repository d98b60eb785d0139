import type { Page } from 'playwright';
import sharp from 'sharp';
import { type Check, painted } from '../check.ts';

/** Maximum Tab stops within an element, more than a date input or a player has. Beyond it, the element is a keyboard trap. */
const MAX_STOPS = 12;
/** Minimum number of changed pixels. Fewer or weaker changes are noise. */
const MIN_PIXELS = 24;
const MIN_DIFFERENCE = 40;

const FOCUSABLE =
  'a[href], area[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [tabindex], [contenteditable]';

/** Runs in the page, numbers the elements that Tab should reach, and returns their texts for messages. */
function number(selector: string): string[] {
  const scope = document.querySelector(':modal') ?? document;
  const all = [...scope.querySelectorAll<HTMLElement>(selector)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.getClientRects().length > 0,
  );
  return all.map((element, order) => {
    element.dataset.order = String(order);
    return `${element.tagName} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}"`;
  });
}

/** Runs in the page and returns the focused element. Its look names everything that shows the focus of such elements. */
function focused() {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !element.dataset.order) return undefined;
  const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
  const { outline, outlineOffset, boxShadow, backgroundColor } = getComputedStyle(element);
  const region = element.closest('main, footer, header, .menu, dialog')?.tagName;
  const isHit = (x: number, y: number) => {
    const hit = document.elementFromPoint(left + width * x, top + height * y);
    return element.contains(hit) || hit?.contains(element);
  };
  const parts = [0.5, 0.1, 0.9];
  return {
    order: Number(element.dataset.order),
    isInMain: region === 'MAIN',
    look: `${[element.tagName, element.className, region, outline, outlineOffset, boxShadow, backgroundColor]}`,
    isSeen: parts.some((x) => parts.some((y) => isHit(x, y))),
    clip: { x: left - 8, y: top - 8, width: width + 16, height: height + 16 },
    box: { left, right: left + width, top: top + scrollY, bottom: top + scrollY + height },
  };
}
/** Runs in the page and makes the next Tab begin at the top. */
function focusTop(): void {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
}

type Step = NonNullable<ReturnType<typeof focused>>;

/** Presses a key until the focus leaves the page, returns or is stuck. */
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

/** Tabs to an element that cannot be focused directly, because its panel closes without the focus. */
async function returnTo(page: Page, order: number): Promise<void> {
  const isThere = () =>
    page.evaluate((at) => (document.activeElement as HTMLElement).dataset.order === `${at}`, order);
  for (let stops = 0; stops <= order && !(await isThere()); stops += 1) {
    if (stops === 0) await page.evaluate(focusTop);
    await page.keyboard.press('Tab');
  }
}

/** Compares the pixels around the focused element with and without its focus. */
async function isFocusVisible(page: Page, { order, clip }: Step): Promise<boolean> {
  const pixels = async () =>
    sharp(await page.screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer();
  const focus = await pixels();
  const element = page.locator(`[data-order="${order}"]`);
  await element.blur();
  await painted(page);
  const rest = await pixels();
  await element.evaluate((one: HTMLElement) => one.focus({ preventScroll: true }));
  await returnTo(page, order);
  const changed = focus.filter((value, at) => Math.abs(value - (rest[at] ?? 0)) > MIN_DIFFERENCE);
  return changed.length >= MIN_PIXELS;
}

/** Moves against the document order, or upwards in a column of the content. */
const isBackward = ({ order, isInMain, box }: Step, next: Step): boolean =>
  next.order < order ||
  (isInMain && next.box.bottom <= box.top && next.box.left < box.right && next.box.right > box.left);

/** Runs in the page and draws the focus order. */
function draw(points: (readonly [number, number])[]): void {
  const marks = points.map(
    ([x, y], at) =>
      `<circle cx="${x}" cy="${y}" r="10" fill="#c00"/><text x="${x}" y="${y + 4}" fill="#fff">${at + 1}</text>`,
  );
  const svg = `<svg style="position:absolute;top:0;left:0;z-index:99999" width="${innerWidth}" height="${document.documentElement.scrollHeight}" font-family="sans-serif" font-size="12" text-anchor="middle"><polyline points="${points.join(' ')}" fill="none" stroke="#c00" stroke-opacity=".5"/>${marks.join('')}</svg>`;
  document.body.insertAdjacentHTML('beforeend', svg);
}

/** Resolves when scripts that observe sizes have run, because they remove the tab stops of tables that fit. */
const afterLayout = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Looks whose focus is visible, so that elements of the same look are not captured again. */
const visibleLooks = new Set<string>();

export const keyboard: Check = async (page, { isRandom }, keep) => {
  const found = new Set<string>();
  await keep('names.yml', await page.locator('body').ariaSnapshot());
  await page.evaluate(afterLayout);
  const names = await page.evaluate(number, FOCUSABLE);
  await page.evaluate(focusTop);
  const nameOf = ({ order }: Step) => names[order] ?? '';
  const url = page.url();
  const checkSeen = async (step: Step) => {
    if (!step.isSeen) found.add(`2.4.11 the focus is covered: ${nameOf(step)}`);
  };
  const check = async (step: Step) => {
    await checkSeen(step);
    if (visibleLooks.has(step.look)) return;
    if (await isFocusVisible(page, step)) visibleLooks.add(step.look);
    else found.add(`2.4.7 the focus is invisible: ${nameOf(step)}`);
  };
  const { steps, trap } = await walk(page, 'Tab', check);
  if (trap) found.add(`2.1.2 Tab does not leave ${nameOf(trap)}`);
  for (const [at, name] of names.entries())
    if (!trap && !steps.some(({ order }) => order === at)) found.add(`2.1.1 Tab does not reach ${name}`);
  for (const [at, step] of steps.slice(1).entries())
    if (isBackward(steps[at] ?? step, step)) found.add(`2.4.3 the focus goes back to ${nameOf(step)}`);
  const back = isRandom ? undefined : await walk(page, 'Shift+Tab', checkSeen);
  if (back?.trap) found.add(`2.1.2 Shift+Tab does not leave ${nameOf(back.trap)}`);
  const points = steps.map(({ box }) => [Math.max(box.left, 10), Math.max(box.top, 10)] as const);
  await page.evaluate(draw, points);
  await keep('tab-order.jpg', await page.screenshot({ fullPage: true, type: 'jpeg', quality: 50 }));
  if (page.url() !== url) found.add(`3.2.1 the focus opens ${page.url()}`);
  return [...found];
};
