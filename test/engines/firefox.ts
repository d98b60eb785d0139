import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openConnection } from './connection.ts';
import { type Driver, type Point, pointerActions, startProgram } from './driver.ts';

/** Overlays the scroll bar, as on a phone, and disables suggestions, which would take the next click. */
const PREFERENCES = `user_pref('ui.useOverlayScrollbars', 1);
user_pref('browser.formfill.enable', false);
`;

/** Starts Firefox with one page, controlled by WebDriver BiDi, because Playwright needs a patched Firefox. */
export async function startFirefox(program: string): Promise<Driver> {
  const { connection, close } = await startProgram(
    {
      command: program,
      async args(port, profile) {
        await writeFile(path.join(profile, 'user.js'), PREFERENCES);
        return ['--headless', `--remote-debugging-port=${port}`, '--profile', profile, 'about:blank'];
      },
    },
    (port) => openConnection(`ws://127.0.0.1:${port}/session`),
  );
  const { command } = connection;
  await command('session.new', { capabilities: {} });
  const { contexts } = await command('browsingContext.getTree');
  const { context } = contexts[0];
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await command('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  const evaluate = async (expression: string): Promise<unknown> => {
    const { value } = await run(`Promise.resolve(${expression}).then((value) => JSON.stringify(value))`);
    return value === undefined ? undefined : JSON.parse(value);
  };
  const point = (at: Point, isClick = false) =>
    command('input.performActions', { context, actions: pointerActions(at, isClick) });
  return {
    navigate: (url) => command('browsingContext.navigate', { context, url, wait: 'interactive' }),
    evaluate,
    moveTo: point,
    async click({ x, y }) {
      // Firefox finds the target in its last frame, which may be older than the layout.
      do await point({ x, y });
      while (!(await evaluate(`document.elementFromPoint(${x}, ${y}).matches(':hover')`)));
      await point({ x, y }, true);
    },
    async type(text) {
      const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await command('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keyboard', actions: keys }],
      });
    },
    async choose(selector, files) {
      const { sharedId } = await run(`document.querySelector(${JSON.stringify(selector)})`);
      await command('input.setFiles', { context, element: { sharedId }, files });
    },
    resize: (width, height) =>
      command('browsingContext.setViewport', { context, viewport: { width, height } }),
    close,
  };
}
