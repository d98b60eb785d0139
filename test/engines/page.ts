import { setTimeout as wait } from 'node:timers/promises';
import { transformSync } from 'esbuild';
import { until as waitUntil } from '../support/until.ts';
import { startChromium } from './chromium.ts';
import type { Driver, Key, Point } from './driver.ts';
import type { Engine } from './engines.ts';
import { startFirefox } from './firefox.ts';
import { callInPage, type InPage, SYNTAX } from './in-page.ts';
import { firefoxProgram, webkitProgram } from './system-engines.ts';
import { startWebkit } from './webkit.ts';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 50;
/** What stays still for this long, in milliseconds, has settled. */
const SETTLED_MS = 300;

const drivers = {
  chromium: startChromium,
  firefox: () => startFirefox(firefoxProgram()),
  webkit: () => startWebkit(webkitProgram()),
};

/** Starts an engine with one empty page. */
export const openEngine = async (engine: Engine): Promise<EnginePage> =>
  createPage(await drivers[engine.kind](engine));

export type EnginePage = ReturnType<typeof createPage>;

/** A call of a function in the page. It goes there as text, so it knows what it is given alone, and only objects of 2018. */
function callOf(look: (...given: never[]) => unknown, given: unknown[]): string {
  const call = `(${look})(${given.map((one) => JSON.stringify(one)).join(', ')})`;
  return transformSync(call, { target: SYNTAX }).code.trim().replace(/;$/u, '');
}

/** Brings an element into the window and gives its middle. */
function middleOf(selector: string): Point {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`no ${selector}`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

const isSamePoint = (one: Point, other: Point): boolean => one.x === other.x && one.y === other.y;

function selectAll(selector: string): void {
  const field = document.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`no ${selector}`);
  field.focus();
  field.select();
}

const setValue = (selector: string, value: string): void => {
  const field = document.querySelector<HTMLInputElement>(selector);
  if (!field) throw new Error(`no ${selector}`);
  field.value = value;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
};

/** The address of a page and the beginning of its text: they tell the cause of a failure. */
const whatIsShown = (): string => `${location.href}: ${document.body.innerText.slice(0, 500)}`;

/** Loads what would wait to be scrolled to; true when all of it has come or failed. */
function loadsPictures(): boolean {
  const images = Array.from(document.images);
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager';
  return images.every((image) => image.complete);
}

/** What a person does in a browser, in the words of every engine. */
function createPage(driver: Driver) {
  const ask = async <Given extends unknown[], T>(look: (...given: Given) => T, ...given: Given): Promise<T> =>
    (await driver.evaluate(callOf(look, given))) as T;

  async function until<Given extends unknown[]>(
    look: (...given: Given) => unknown,
    ...given: Given
  ): Promise<void> {
    const call = callOf(look, given);
    // While a page is left its context is gone: asked again, the next one answers.
    const holds = () => driver.evaluate(`Boolean(${call})`).catch(() => false);
    try {
      await waitUntil(call, holds, { patienceMs: PATIENCE_MS, pauseMs: PAUSE_MS });
    } catch (error) {
      const shown = await driver.evaluate(callOf(whatIsShown, [])).catch((cause: unknown) => cause);
      throw new Error(`${(error as Error).message}; the page shows ${shown}`);
    }
  }

  /** Does what leads to another document, and waits until that has loaded. */
  async function leaving(act: () => Promise<unknown>): Promise<void> {
    await ask(() => {
      document.documentElement.dataset.old = 'yes';
    });
    await act();
    // Firefox has an empty document in between.
    await until(
      () =>
        document.readyState === 'complete' &&
        location.protocol !== 'about:' &&
        !document.documentElement.dataset.old,
    );
  }

  /** The middle of an element, once it stays where it is. */
  async function reach(selector: string): Promise<Point> {
    let before = await ask(middleOf, selector);
    for (;;) {
      await wait(PAUSE_MS);
      const point = await ask(middleOf, selector);
      if (isSamePoint(point, before)) return point;
      before = point;
    }
  }

  return {
    ask,
    until,
    leaving,
    /** What a function of `in-page/` finds in the page. */
    measure: async <Name extends keyof InPage>(
      name: Name,
      ...given: Parameters<InPage[Name]>
    ): Promise<ReturnType<InPage[Name]>> =>
      (await driver.evaluate(callInPage(name, given))) as ReturnType<InPage[Name]>,
    pictures: (): Promise<void> => until(loadsPictures),
    open: (url: string): Promise<void> => leaving(() => driver.navigate(url)),
    click: async (selector: string): Promise<void> => driver.click(await reach(selector)),
    moveTo: async (selector: string): Promise<void> => driver.moveTo(await reach(selector)),
    press: (key: Key): Promise<void> => driver.press(key),
    /** Types over what a field holds as a person would, letter by letter. */
    async type(selector: string, text: string): Promise<void> {
      await ask(selectAll, selector);
      await driver.type(text);
    },
    /** Sets the value of a field: browsers order the parts of a date differently. */
    fill: (selector: string, value: string): Promise<void> => ask(setValue, selector, value),
    choose: driver.choose,
    resize: driver.resize,
    /** Waits until nothing moves any more, then gives what the window shows, as PNG. */
    async screenshot(): Promise<Buffer> {
      await wait(SETTLED_MS);
      return driver.screenshot();
    },
    /** An engine ends now and then by a fault of its own. */
    isAlive: () =>
      driver.evaluate('true').then(
        () => true,
        () => false,
      ),
    close: driver.close,
    [Symbol.asyncDispose]: driver.close,
  };
}
