import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readClamdUrl, sendCommand } from '../../src/form/uploads/virus-scan/clamd.ts';
import { freePort } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/** Text that the only signature of the test database finds. */
export const MARK = 'PLINTH-TEST-VIRUS';

const START_MS = 20_000;

/** Folder with a database of one signature, in which a real clamd can be started repeatedly. */
export async function clamdFolder() {
  const { path: folder, remove } = await temporaryFolder('clamd');
  const socket = path.join(folder, 'clamd.sock');
  const port = await freePort();
  const database = path.join(folder, 'db');
  await mkdir(database);
  await writeFile(path.join(database, 'test.ndb'), `Plinth.Test:0:*:${Buffer.from(MARK).toString('hex')}\n`);
  const urls = { unix: `unix:${socket}`, tcp: `tcp://127.0.0.1:${port}` };
  const usual = {
    LocalSocket: socket,
    TCPSocket: String(port),
    TCPAddr: '127.0.0.1',
    DatabaseDirectory: database,
    TemporaryDirectory: folder,
    Foreground: 'yes',
    StreamMaxLength: '25M',
    MaxFileSize: '25M',
    AlertExceedsMax: 'yes',
  };

  /** Starts the daemon, with settings of its own: it ends with the block that uses it. */
  async function start(more: Record<string, string> = {}) {
    const config = path.join(folder, 'clamd.conf');
    const lines = Object.entries({ ...usual, ...more }).map(([name, value]) => `${name} ${value}\n`);
    await writeFile(config, lines.join(''));
    const child = spawn('clamd', [`--config-file=${config}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
    const ping = () => sendCommand(readClamdUrl(urls.unix), 'PING').catch(() => '');
    const answers = async () => child.exitCode !== null || (await ping()) === 'PONG';
    await until(() => `clamd answers:\n${said}`, answers, { timeoutMs: START_MS });
    if (child.exitCode !== null) throw new Error(`clamd did not start:\n${said}`);
    const stop = async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    };
    return { [Symbol.asyncDispose]: stop };
  }

  return { urls, start, remove };
}
