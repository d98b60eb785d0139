import { execFile, spawn } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';
import { until as waitUntil } from './until.ts';

const PATIENCE_MS = 15_000;
const run = promisify(execFile);

/** A home of its own: w3m keeps a history and reads settings there. */
async function withHome<T>(use: (environment: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  await using home = await temporaryFolder('w3m');
  return await use({ PATH: process.env.PATH, HOME: home.path, LC_ALL: 'C.UTF-8', TERM: 'xterm' });
}

/** A page as the text browser shows it. */
export const dump = (address: string): Promise<string> =>
  withHome(async (env) => (await run('w3m', ['-dump', '-cols', '80', address], { env })).stdout);

export type Terminal = { type: (keys: string) => void; until: (shown: string) => Promise<void> };

/** Uses the text browser as a person does: by keys, waiting for what the screen shows. */
export const useW3m = (address: string, use: (terminal: Terminal) => Promise<void>): Promise<void> =>
  withHome(async (env) => {
    const child = spawn('script', ['-qec', `w3m -cols 80 '${address}'`, '/dev/null'], { env });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let screen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
    });
    /** The screen is drawn in pieces, spaces as jumps of the cursor: letters alone are compared. */
    const letters = (text: string) => text.replace(/\s+/gu, '');
    const shown = () => letters(stripVTControlCharacters(screen));
    const until = async (wanted: string) => {
      const what = () => `w3m shows “${wanted}”:\n${shown()}`;
      await waitUntil(what, () => shown().includes(letters(wanted)), { timeoutMs: PATIENCE_MS });
      screen = '';
    };
    try {
      await use({ type: (keys) => child.stdin.write(keys), until });
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });
