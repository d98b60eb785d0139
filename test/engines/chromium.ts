import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import CDP from 'chrome-remote-interface';
import { freePort } from '../support/listen.ts';
import { killTree } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { chromiumPath } from '../support/tools.ts';
import { retryUntilDone } from '../support/until.ts';
import type { Driver, Point } from './driver.ts';
import type { Engine } from './engines.ts';
import { installEngine } from './install-engine.ts';

const PHONE_BELOW = 768;

const TIMEOUT_MS = 20_000;

/** Does not use `--single-process`, with which Chromium 88 hangs on a busy machine. */
const PACKAGED = ['--disable-gpu', '--no-zygote'];

async function programOf(engine: Engine, home: string) {
  const common = ['--headless', '--no-sandbox', '--hide-scrollbars', '--disable-background-networking'];
  // UTF-8 is needed for Chinese file names.
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8' };
  if (!engine.package) return { program: chromiumPath() ?? 'chromium', args: common, env };
  const folder = await installEngine(engine.name, engine.package);
  return {
    program: path.join(folder, 'chromium'),
    args: [...common, ...PACKAGED],
    env: { ...env, LD_LIBRARY_PATH: `${folder}:${folder}/lib` },
  };
}

/** Starts a Chromium with one page, using only the DevTools commands of Chromium 64. */
export async function startChromium(engine: Engine): Promise<Driver> {
  const { path: profile, remove } = await temporaryFolder(engine.name);
  const { program, args, env } = await programOf(engine, profile);
  const port = await freePort();
  const child = spawn(
    program,
    [...args, `--user-data-dir=${profile}`, `--remote-debugging-port=${port}`, 'about:blank'],
    { stdio: 'ignore', env },
  );
  // Kills the whole tree, because Debian's command is a script that starts the browser.
  const kill = () => {
    if (child.pid) killTree(child.pid);
  };
  process.once('exit', kill);
  // Uses the local protocol description, because that of old engines is incomplete.
  const connect = () => CDP({ port, host: '127.0.0.1', local: true });
  const client = await retryUntilDone(connect).catch((error: Error) => {
    kill();
    throw error;
  });
  const enabled = Promise.all([client.Page.enable(), client.Runtime.enable(), client.DOM.enable()]);
  const answered = await Promise.race([enabled, wait(TIMEOUT_MS, undefined, { ref: false })]);
  if (!answered) {
    kill();
    throw new Error(`${engine.name} listens but does not respond`);
  }
  return {
    ...actionsOf(client),
    close: async () => {
      // Kills the engine first, because a hung one does not close its connection.
      const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit');
      kill();
      await ended;
      process.off('exit', kill);
      await client.close().catch(() => undefined);
      await retryUntilDone(remove);
    },
  };
}

function actionsOf({ Page, Runtime, Emulation, DOM, Input }: CDP.Client): Omit<Driver, 'close'> {
  const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', point: Point) =>
    Input.dispatchMouseEvent(
      type === 'mouseMoved' ? { type, ...point } : { type, ...point, button: 'left', clickCount: 1 },
    );
  return {
    navigate: async (url) => {
      await Page.navigate({ url });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await Runtime.evaluate({
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    moveTo: (point) => mouse('mouseMoved', point),
    async click(point) {
      await mouse('mousePressed', point);
      await mouse('mouseReleased', point);
    },
    async type(text) {
      for (const letter of text) await Input.dispatchKeyEvent({ type: 'char', text: letter });
    },
    async choose(selector, files) {
      const { root } = await DOM.getDocument();
      const { nodeId } = await DOM.querySelector({ nodeId: root.nodeId, selector });
      await DOM.setFileInputFiles({ nodeId, files });
    },
    resize(width, height) {
      const mobile = width < PHONE_BELOW;
      return Emulation.setDeviceMetricsOverride({ width, height, deviceScaleFactor: 1, mobile });
    },
  };
}
