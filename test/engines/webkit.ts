import { spawn } from 'node:child_process';
import { Builder, By, Capabilities, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../support/listen.ts';
import { killTree } from '../support/processes.ts';
import { retryUntilDone } from '../support/until.ts';
import type { Driver, Point } from './driver.ts';

/** Height of the address bar. */
const BAR_PX = 38;

const capabilities = (program: string) =>
  new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: program, args: ['--automation'] },
  });

/** Starts WebKitGTK's MiniBrowser on a virtual display. */
export async function startWebkit(program: string): Promise<Driver> {
  const port = await freePort();
  const child = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`],
    { stdio: 'ignore' },
  );
  const kill = () => killTree(child.pid ?? 0);
  process.once('exit', kill);
  const connect = () =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities(program)).build();
  const browser = await retryUntilDone(connect).catch((error: Error) => {
    kill();
    throw error;
  });
  return {
    ...actionsOf(browser),
    close: async () => {
      await browser.quit().catch(() => undefined);
      process.off('exit', kill);
      kill();
    },
  };
}

function actionsOf(browser: WebDriver): Omit<Driver, 'close'> {
  const pointer = ({ x, y }: Point) =>
    browser.actions().move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 });
  const focused = () => browser.switchTo().activeElement();
  return {
    navigate: (url) => browser.get(url),
    evaluate: (expression) => browser.executeScript(`return (${expression})`),
    moveTo: (point) => pointer(point).perform(),
    click: (point) => pointer(point).click().perform(),
    type: async (text) => (await focused()).sendKeys(text),
    choose: async (selector, files) => {
      await browser.findElement(By.css(selector)).sendKeys(files.join('\n'));
    },
    async resize(width, height) {
      const window = browser.manage().window();
      await window.setRect({ x: 0, y: 0, width, height: height + BAR_PX });
    },
  };
}
