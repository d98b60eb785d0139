import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type CDP from 'chrome-remote-interface';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 50;

/** What stays still for this long, in milliseconds, has settled. */
const SETTLED_MS = 400;

export type EnginePage = Awaited<ReturnType<typeof createPage>>;

/** One page of an old engine, driven by the part of the DevTools protocol that Chromium 64 knows. */
export async function createPage({ Page, Runtime, Network, Emulation, DOM, Input, Log }: CDP.Client) {
  const exceptions: string[] = [];
  const failed: string[] = [];
  await Promise.all([Page.enable(), Runtime.enable(), Network.enable(), DOM.enable(), Log.enable()]);
  Runtime.exceptionThrown(({ exceptionDetails: { text, exception, url } }) =>
    exceptions.push(`${exception?.description ?? text} (${url ?? ''})`),
  );
  Log.entryAdded(({ entry }) => {
    if (entry.level === 'error' && entry.source === 'security') exceptions.push(entry.text);
  });
  Network.responseReceived(({ response, type }) => {
    if (type !== 'Document' && response.status >= 400) failed.push(`${response.status} ${response.url}`);
  });

  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await Runtime.evaluate({
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    if (exceptionDetails)
      throw new Error(`${exceptionDetails.exception?.description ?? exceptionDetails.text}: ${expression}`);
    return result.value as T;
  }

  async function until(expression: string): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    // While a page is left its context is gone: asked again, the next one answers.
    while (!(await evaluate<boolean>(`Boolean(${expression})`).catch(() => false))) {
      if (Date.now() > deadline) throw new Error(`waited in vain for: ${expression}`);
      await wait(PAUSE_MS);
    }
  }

  let onLoad = () => {};
  Page.loadEventFired(() => onLoad());

  /** Does what leads to another document, and waits until that has loaded. */
  async function leaving(act: () => Promise<unknown>): Promise<void> {
    const { promise: loaded, resolve, reject } = Promise.withResolvers<void>();
    onLoad = resolve;
    const timer = setTimeout(reject, PATIENCE_MS, new Error('no page was loaded'));
    await act();
    await loaded.finally(() => clearTimeout(timer));
  }

  const middleOf = (selector: string) =>
    evaluate<{ x: number; y: number }>(`(function () {
      var element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: 'center' });
      var box = element.getBoundingClientRect();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    })()`);

  async function click(selector: string): Promise<void> {
    const at = { ...(await middleOf(selector)), button: 'left' as const, clickCount: 1 };
    await Input.dispatchMouseEvent({ type: 'mousePressed', ...at });
    await Input.dispatchMouseEvent({ type: 'mouseReleased', ...at });
  }

  return {
    /** Script errors and refusals of the policy since the last page was opened. */
    exceptions,
    /** Parts of pages that were answered with an error. */
    failed,
    evaluate,
    until,
    leaving,
    click,
    /** Opens an address; resolves when it has loaded. */
    async open(url: string): Promise<void> {
      exceptions.length = 0;
      failed.length = 0;
      await leaving(() => Page.navigate({ url }));
    },
    resize: (width: number, height: number): Promise<void> =>
      Emulation.setDeviceMetricsOverride({ width, height, deviceScaleFactor: 1, mobile: width < 768 }),
    scripts: (isOn: boolean): Promise<void> => Emulation.setScriptExecutionDisabled({ value: !isOn }),
    moveTo: async (selector: string): Promise<void> =>
      Input.dispatchMouseEvent({ type: 'mouseMoved', ...(await middleOf(selector)) }),
    async press(key: string, code: number, text?: string): Promise<void> {
      const event = { key, windowsVirtualKeyCode: code, nativeVirtualKeyCode: code };
      await Input.dispatchKeyEvent({ type: text ? 'keyDown' : 'rawKeyDown', text, ...event });
      await Input.dispatchKeyEvent({ type: 'keyUp', ...event });
    },
    /** Writes into a field as a person would, letter by letter. */
    async type(selector: string, text: string): Promise<void> {
      await evaluate(
        `(function (field) { field.focus(); field.select && field.select(); })(document.querySelector(${JSON.stringify(selector)}))`,
      );
      for (const letter of text) await Input.dispatchKeyEvent({ type: 'char', text: letter });
    },
    async choose(selector: string, files: string[]): Promise<void> {
      const { root } = await DOM.getDocument();
      const { nodeId } = await DOM.querySelector({ nodeId: root.nodeId, selector });
      await DOM.setFileInputFiles({ nodeId, files });
    },
    /** Waits until nothing moves any more, then writes what is seen, or the whole page, as PNG. */
    async screenshot(file?: string, { whole = false } = {}): Promise<Buffer> {
      await wait(SETTLED_MS);
      const { cssContentSize, contentSize } = await Page.getLayoutMetrics();
      const { width, height } = cssContentSize ?? contentSize;
      const clip = whole ? { clip: { x: 0, y: 0, width, height, scale: 1 } } : {};
      const { data } = await Page.captureScreenshot({ format: 'png', ...clip });
      const bytes = Buffer.from(data, 'base64');
      if (file) await writeFile(file, bytes);
      return bytes;
    },
  };
}
