import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildSync, transformSync } from 'esbuild';
import { until as waitUntil } from '../support/until.ts';
import { startChromium } from './chromium.ts';
import type { Driver, Point } from './driver.ts';
import { type Engine, firefoxProgram, webkitProgram } from './engines.ts';
import { startFirefox } from './firefox.ts';
import type * as rules from './rules.ts';
import { startWebkit } from './webkit.ts';

const TIMEOUT_MS = 15_000;
const PAUSE_MS = 50;
/** Syntax of the oldest engine. Code in the page must also use only its objects and methods. */
const SYNTAX = 'chrome64';

const drivers = {
  chromium: startChromium,
  firefox: () => startFirefox(firefoxProgram()),
  webkit: () => startWebkit(webkitProgram()),
};

export const openEngine = async (engine: Engine): Promise<EnginePage> =>
  createPage(await drivers[engine.kind](engine));

export type EnginePage = ReturnType<typeof createPage>;

type Rules = typeof rules;
const [{ text: rulesCode = '' } = {}] = buildSync({
  entryPoints: [path.join(import.meta.dirname, 'rules.ts')],
  bundle: true,
  format: 'iife',
  globalName: 'rules',
  target: SYNTAX,
  write: false,
}).outputFiles;

const asArguments = (given: readonly unknown[]) => given.map((one) => JSON.stringify(one)).join(', ');

/** Returns an expression that calls a function in the page. The function is sent as text, so it sees only its arguments. */
function callOf(look: (...given: never[]) => unknown, given: unknown[]): string {
  const { code } = transformSync(`(${look})(${asArguments(given)})`, { target: SYNTAX });
  return code.trim().replace(/;$/u, '');
}

/** Scrolls an element into the window and returns its centre. */
function middleOf(selector: string): Point {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`no ${selector}`);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Returns whether the reveal animation around an element is over. It begins after the element was scrolled into the window. */
function isRevealed(selector: string): boolean {
  const revealed = document.querySelector(selector)?.closest('.aos-init');
  return !revealed || /^(?:none|matrix\(1, 0, 0, 1, 0, 0\))$/.test(getComputedStyle(revealed).transform);
}

function selectAll(selector: string): void {
  const field = document.querySelector(selector) as HTMLInputElement;
  field.focus();
  field.select();
}

function setValue(selector: string, value: string): void {
  const field = document.querySelector(selector) as HTMLInputElement;
  field.value = value;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Starts loading lazy images. Returns true when all have loaded or failed and a script has measured the row of the menu. */
function isSettled(hasRow: boolean): boolean {
  const images = Array.from(document.images);
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager';
  const isMeasured = !hasRow || document.querySelector('.header[data-menu]') !== null;
  return isMeasured && images.every((image) => image.complete);
}

/** Creates a page with a visitor's actions, which are the same for every engine. */
function createPage(driver: Driver) {
  const evaluate = async <Given extends unknown[], T>(
    look: (...given: Given) => T,
    ...given: Given
  ): Promise<T> => (await driver.evaluate(callOf(look, given))) as T;

  async function until<Given extends unknown[]>(
    look: (...given: Given) => unknown,
    ...given: Given
  ): Promise<void> {
    const call = callOf(look, given);
    // Retries in the next context, because a navigation destroys the current one.
    const holds = () => driver.evaluate(`Boolean(${call})`).catch(() => false);
    try {
      await waitUntil(call, holds, { timeoutMs: TIMEOUT_MS, pauseMs: PAUSE_MS });
    } catch (error) {
      const text = 'location.href + ": " + document.body.innerText.slice(0, 500)';
      const shown = await driver.evaluate(text).catch((cause: unknown) => cause);
      throw new Error(`${(error as Error).message}; the page shows ${shown}`);
    }
  }

  /** Waits until the document that `act` opens has loaded. */
  async function navigating(act: () => Promise<unknown>): Promise<void> {
    await driver.evaluate('document.documentElement.dataset.old = "yes"');
    await act();
    // Firefox opens an empty document first.
    await until(
      () =>
        document.readyState === 'complete' &&
        location.protocol !== 'about:' &&
        !document.documentElement.dataset.old,
    );
  }

  /** Returns the centre of an element when it no longer moves. */
  async function reach(selector: string): Promise<Point> {
    await evaluate(middleOf, selector);
    await until(isRevealed, selector);
    for (let before = await evaluate(middleOf, selector); ; ) {
      await wait(PAUSE_MS);
      const point = await evaluate(middleOf, selector);
      if (point.x === before.x && point.y === before.y) return point;
      before = point;
    }
  }

  return {
    evaluate,
    until,
    navigating,
    /** Calls a function of `rules.ts`. */
    measure: async <Name extends keyof Rules>(
      name: Name,
      ...given: Parameters<Rules[Name]>
    ): Promise<ReturnType<Rules[Name]>> => {
      const call = `(function () { ${rulesCode}; return rules.${name}(${asArguments(given)}); })()`;
      return (await driver.evaluate(call)) as ReturnType<Rules[Name]>;
    },
    /** Waits for pictures and for the row of the menu. */
    settle: (hasRow: boolean): Promise<void> => until(isSettled, hasRow),
    open: (url: string): Promise<void> => navigating(() => driver.navigate(url)),
    click: async (selector: string) => driver.click(await reach(selector)),
    /** Moves in two steps, because engines do not report movement with the first event of a page. */
    async moveTo(selector: string): Promise<void> {
      const { x, y } = await reach(selector);
      await driver.moveTo({ x: x - 2, y });
      await driver.moveTo({ x, y });
    },
    /** Replaces the value of a field letter by letter. */
    async type(selector: string, text: string): Promise<void> {
      await evaluate(selectAll, selector);
      await driver.type(text);
    },
    /** Sets the value directly, because date fields expect typed input in different orders. */
    fill: (selector: string, value: string): Promise<void> => evaluate(setValue, selector, value),
    choose: driver.choose,
    resize: driver.resize,
    /** Returns whether the engine still runs, because engines sometimes crash. */
    isAlive: () => driver.evaluate('true').catch(() => false),
    close: driver.close,
  };
}
