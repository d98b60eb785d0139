import { type Driver, type Point, pointerActions, startProgram } from './driver.ts';

/** Height of the address bar. */
const BAR_PX = 38;
/** Key of an element's id (WebDriver, 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Starts WebKitGTK's MiniBrowser on a virtual display, controlled by WebDriver, because Playwright needs a patched WebKit. */
export async function startWebkit(program: string): Promise<Driver> {
  const browserOptions = { binary: program, args: ['--automation'] };
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions };
  const request = async (url: string, method: string, body?: object) => {
    const response = await fetch(url, { method, body: body && JSON.stringify(body) });
    const { value } = (await response.json()) as { value: { message: string } & Record<string, string> };
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  const { connection: session, close } = await startProgram(
    {
      command: 'xvfb-run',
      args: (port) => ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`],
    },
    async (port) => {
      const url = `http://127.0.0.1:${port}/session`;
      const { sessionId } = await request(url, 'POST', { capabilities: { alwaysMatch } });
      return `${url}/${sessionId}`;
    },
  );
  const post = (path: string, body: object) => request(`${session}/${path}`, 'POST', body);
  const point = (at: Point, isClick = false) => post('actions', { actions: pointerActions(at, isClick) });
  return {
    navigate: (url) => post('url', { url }),
    evaluate: (expression) => post('execute/sync', { script: `return (${expression})`, args: [] }),
    moveTo: point,
    click: (at) => point(at, true),
    async type(text) {
      const { [ELEMENT]: id } = await request(`${session}/element/active`, 'GET');
      await post(`element/${id}/value`, { text });
    },
    async choose(selector, files) {
      const { [ELEMENT]: id } = await post('element', { using: 'css selector', value: selector });
      await post(`element/${id}/value`, { text: files.join('\n') });
    },
    resize: (width, height) => post('window/rect', { x: 0, y: 0, width, height: height + BAR_PX }),
    async close() {
      await request(session, 'DELETE').catch(() => undefined);
      await close();
    },
  };
}
