import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../support/listen.ts';
import { killTree } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { retryUntilDone } from '../support/until.ts';

export type Point = { x: number; y: number };

/** Operations of each kind of engine, on which `page.ts` builds. */
export type Driver = {
  /** Starts loading a URL. */
  navigate: (url: string) => Promise<unknown>;
  /** Evaluates an expression in the page. The result must be JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  moveTo: (point: Point) => Promise<unknown>;
  click: (point: Point) => Promise<unknown>;
  /** Types into the focused element. */
  type: (text: string) => Promise<unknown>;
  choose: (selector: string, files: string[]) => Promise<unknown>;
  /** The minimum width of a MiniBrowser window is 447 pixels. */
  resize: (width: number, height: number) => Promise<unknown>;
  close: () => Promise<void>;
};

/** Actions of WebDriver and BiDi, which move the pointer and press its button. */
export const pointerActions = ({ x, y }: Point, isClick = false) => {
  const press = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
  const parameters = { pointerType: 'mouse' };
  return [{ type: 'pointer', id: 'mouse', parameters, actions: [move, ...(isClick ? press : [])] }];
};

type Program = {
  command: string;
  args: (port: number, profile: string) => string[] | Promise<string[]>;
  env?: NodeJS.ProcessEnv;
};

/**
 * Starts a program that is controlled over a port, and connects to it. `close` kills it with its child processes, because
 * Debian's commands are scripts that start the browser, and a hung engine does not close its connection.
 */
export async function startProgram<T>(
  { command, args, env }: Program,
  connect: (port: number) => Promise<T>,
) {
  const profile = await temporaryFolder('engine');
  const port = await freePort();
  const child = spawn(command, await args(port, profile.path), {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const kill = () => killTree(child.pid ?? 0);
  process.once('exit', kill);
  const close = async () => {
    const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit');
    kill();
    await ended;
    process.off('exit', kill);
    await retryUntilDone(profile.remove);
  };
  const connection = await retryUntilDone(() => connect(port)).catch(async (error: Error) => {
    await close();
    throw error;
  });
  return { connection, close };
}
