import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';
import { until as waitUntil } from './until.ts';

const TIMEOUT_MS = 15_000;

type Terminal = { type: (keys: string) => void; until: (shown: string) => Promise<void> };

/** Controls w3m by keys, without history and settings, and waits for texts on the screen. */
export async function useW3m(url: string, use: (terminal: Terminal) => Promise<void>): Promise<void> {
  await using home = await temporaryFolder('w3m');
  const env = { PATH: process.env.PATH, HOME: home.path, LC_ALL: 'C.UTF-8', TERM: 'xterm' };
  const child = spawn('script', ['-qec', `w3m -cols 80 '${url}'`, '/dev/null'], { env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  /** Compares only letters, because w3m draws spaces as cursor movements. */
  const letters = (text: string) => text.replace(/\s+/gu, '');
  const shown = () => letters(stripVTControlCharacters(screen));
  const until = async (wanted: string) => {
    const what = () => `w3m shows “${wanted}”:\n${shown()}`;
    await waitUntil(what, () => shown().includes(letters(wanted)), { timeoutMs: TIMEOUT_MS });
    screen = '';
  };
  try {
    await use({ type: (keys) => child.stdin.write(keys), until });
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
