import type { CDPSession, Page } from 'playwright';
import sharp from 'sharp';
import { type Check, DESK, type Found, painted } from '../check.ts';

type Box = { x: number; y: number; width: number; height: number };
type Step = Box & {
  order: number;
  name: string;
  look: string;
  isObscured: boolean;
  isAtRest: boolean;
  pageY: number;
};

/** A focused element that keeps the focus longer is a trap: a date or a player has fewer stops. */
const MAX_STOPS = 12;
/** Pixels that change with the focus: fewer are noise. */
const MIN_CHANGED = 24;
const MIN_DIFFERENCE = 40;

/** Runs in the page: numbers what Tab should reach, and returns what is visible before it is focused. */
function number(): { count: number } {
  const scope = document.querySelector(':modal') ?? document;
  const selector =
    'a[href], area[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [tabindex], [contenteditable]';
  const all = [...scope.querySelectorAll<HTMLElement>(selector)].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0,
  );
  for (const [index, element] of all.entries()) {
    element.dataset.order = String(index);
    element.toggleAttribute('data-at-rest', element.checkVisibility({ visibilityProperty: true }));
  }
  return { count: all.length };
}

/** Runs in the page: the focused element. Its look names all that shows the focus of elements of its kind. */
function focused(): Step | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element.dataset.order === undefined) return undefined;
  const box = element.getClientRects()[0] ?? new DOMRect();
  const style = getComputedStyle(element);
  const behind = getComputedStyle(element.closest('main, footer, header, .menu, dialog') ?? document.body);
  const look = [
    element.tagName,
    element.className,
    style.outline,
    style.outlineOffset,
    style.boxShadow,
    style.backgroundColor,
    behind.backgroundColor,
  ];
  const points = [0.5, 0.1, 0.9].flatMap((x) =>
    [0.5, 0.1, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
  );
  const isSeen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
  return {
    order: Number(element.dataset.order),
    name: `${element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`,
    look: look.join('|'),
    isObscured: !isSeen,
    isAtRest: element.hasAttribute('data-at-rest'),
    x: box.left,
    y: box.top,
    width: box.width,
    height: box.height,
    pageY: box.top + scrollY,
  };
}

async function press(page: Page, key: string): Promise<Step | undefined> {
  await page.keyboard.press(key);
  await painted(page);
  return page.evaluate(focused);
}

/** Presses a key until the focus leaves the page, or stays in one place. */
async function walk(page: Page, key: string, count: number, onStep: (step: Step) => Promise<void>) {
  const steps: Step[] = [];
  let stops = 0;
  for (let presses = 0; presses < count + 5 * MAX_STOPS; presses += 1) {
    const step = await press(page, key);
    if (!step || (step.order !== steps.at(-1)?.order && steps.some(({ order }) => order === step.order)))
      return { steps, trap: undefined };
    stops = step.order === steps.at(-1)?.order ? stops + 1 : 0;
    if (stops >= MAX_STOPS) return { steps, trap: step };
    if (stops > 0) continue;
    steps.push(step);
    await onStep(step);
  }
  return { steps, trap: undefined };
}

const pixels = async (cdp: CDPSession, clip: Box): Promise<Buffer> => {
  const { data } = await cdp.send('Page.captureScreenshot', {
    clip: { ...clip, scale: 1 },
    optimizeForSpeed: true,
  });
  return sharp(Buffer.from(data, 'base64')).greyscale().raw().toBuffer();
};

/** Compares the pixels around the focused element with and without its focus. */
async function changedPixels(page: Page, cdp: CDPSession, step: Step): Promise<number> {
  const offset = await page.evaluate(() => scrollY);
  const clip = {
    x: Math.max(0, step.x - 8),
    y: offset + step.y - 8,
    width: step.width + 16,
    height: step.height + 16,
  };
  const withFocus = await pixels(cdp, clip);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await painted(page);
  const without = await pixels(cdp, clip);
  await page.evaluate((order) => {
    const element = document.querySelector<HTMLElement>(`[data-order="${order}"]`);
    element?.focus({ preventScroll: true });
  }, step.order);
  return withFocus.filter((value, at) => Math.abs(value - (without[at] ?? 0)) > MIN_DIFFERENCE).length;
}

/** The next stop is above this one, in the same column; links of a panel are left upwards. */
const isAbove = (one: Step, next: Step): boolean =>
  one.isAtRest &&
  next.pageY + next.height <= one.pageY &&
  next.x < one.x + one.width &&
  next.x + next.width > one.x;

/** Runs in the page: draws the order of the focus. */
function draw(steps: Step[]): void {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${innerWidth}" height="${document.documentElement.scrollHeight}" font-family="sans-serif" font-size="12" text-anchor="middle">
    <polyline points="${steps.map(({ x, pageY }) => `${x},${pageY}`).join(' ')}" fill="none" stroke="#c00" stroke-opacity=".5"/>
    ${steps.map(({ x, pageY }, at) => `<circle cx="${Math.max(x, 10)}" cy="${Math.max(pageY, 10)}" r="10" fill="#c00"/><text x="${Math.max(x, 10)}" y="${Math.max(pageY, 10) + 4}" fill="#fff">${at + 1}</text>`).join('')}</svg>`;
  const picture = Object.assign(document.createElement('div'), { id: 'tab-order', innerHTML: svg });
  picture.style.cssText = 'position:absolute;top:0;left:0;z-index:99999;pointer-events:none';
  document.body.append(picture);
}

/** Looks whose focus is visible: elements of the same look are not photographed again. */
const visibleLooks = new Set<string>();

async function keyboardOf(
  page: Page,
  cdp: CDPSession,
  isBothWays: boolean,
): Promise<{ found: Found[]; steps: Step[] }> {
  const found: Found[] = [];
  const { count } = await page.evaluate(number);
  const add = (criterion: string, message: string) => found.push({ criterion, message });
  const { steps, trap } = await walk(page, 'Tab', count, async (step) => {
    if (step.isObscured) add('2.4.11', `the focus is covered: ${step.name}`);
    if (visibleLooks.has(step.look)) return;
    if ((await changedPixels(page, cdp, step)) < MIN_CHANGED)
      add('2.4.7', `the focus is invisible: ${step.name}`);
    else visibleLooks.add(step.look);
  });
  if (trap) add('2.1.2', `Tab does not leave ${trap.name}`);
  const reached = new Set(steps.map(({ order }) => order));
  const missed = [...Array(count).keys()].filter((order) => !reached.has(order));
  for (const order of trap ? [] : missed.slice(0, 5)) {
    const text = await page
      .locator(`[data-order="${order}"]`)
      .evaluate((element) => element.outerHTML.slice(0, 80));
    add('2.1.1', `Tab does not reach ${text}`);
  }
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1];
    if (next && next.order < step.order)
      add('2.4.3', `${next.name} comes after ${step.name}, against the document`);
    if (next && isAbove(step, next)) add('2.4.3', `${next.name} is above ${step.name}`);
  }
  if (!isBothWays) return { found, steps };
  const back = await walk(page, 'Shift+Tab', count, async ({ isObscured, name }) => {
    if (isObscured) add('2.4.11', `the focus is covered on the way back: ${name}`);
  });
  if (back.trap && !trap) add('2.1.2', `Shift+Tab does not leave ${back.trap.name}`);
  return { found, steps };
}

type AxNode = {
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value: unknown } }[];
};

/** Names and roles of what takes the focus, as assistive technology receives them. */
async function namesOf(cdp: CDPSession): Promise<{ role: string; name: string }[]> {
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  return nodes
    .filter(
      ({ ignored, role, properties = [] }) =>
        !ignored &&
        role?.value !== 'RootWebArea' &&
        properties.some(({ name, value }) => name === 'focusable' && value.value === true),
    )
    .map(({ role, name }) => ({ role: role?.value ?? '', name: name?.value ?? '' }));
}

/** Runs in the page: the next Tab begins at the top. */
function startAtTop(): void {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  scrollTo(0, 0);
}

/** Whether the first stop of a page leads to its content; a dialog has nothing to skip. */
async function skipsToContent(page: Page): Promise<boolean> {
  if (await page.evaluate(() => document.querySelector(':modal') !== null)) return true;
  await page.evaluate(startAtTop);
  for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
  return page.evaluate(() => document.querySelector('main :focus, main ~ * :focus') !== null);
}

/** Landmarks and headings may take the focus of a script without a name. */
const NEEDS_NAME = /^(?:link|button|textbox|searchbox|combobox|checkbox|radio|Date|spinbutton)$/u;

export const keyboard: Check = {
  id: 'keyboard',
  run: async ({ page, entry, keep }) => {
    await page.setViewportSize(DESK);
    const cdp = await page.context().newCDPSession(page);
    const names = await namesOf(cdp);
    await keep('names.json', JSON.stringify(names, null, 1));
    await page.addStyleTag({ content: '* { caret-color: transparent !important }' });
    await page.evaluate(startAtTop);
    const url = page.url();
    const { found, steps } = await keyboardOf(page, cdp, !entry.isRandom);
    if (page.url().split('#')[0] !== url.split('#')[0])
      found.push({ criterion: '3.2.1', message: `focus opened ${page.url()}` });
    if (!(await skipsToContent(page)))
      found.push({ criterion: '2.4.1', message: 'the first stop does not skip to the content' });
    await page.evaluate(draw, steps);
    await keep('tab-order.jpg', await page.screenshot({ fullPage: true, type: 'jpeg', quality: 50 }));
    await page.locator('#tab-order').evaluate((element) => element.remove());
    return [
      ...found,
      ...names
        .filter(({ role, name }) => NEEDS_NAME.test(role) && name.trim() === '')
        .map(({ role }) => ({ criterion: '4.1.2', message: `a ${role} has no name` })),
    ];
  },
};
