import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, readClamdUrl } from '../../src/uploads/virus-scan/clamd.ts';
import { freePort } from '../support/free-port.ts';

/** What the one signature of the daemon's own database finds. */
export const MARK = 'PLINTH-TEST-VIRUS';

const START_MS = 20_000;
const PAUSE_MS = 50;

/** A folder with a database of one signature, in which a real clamd is started and stopped as often as one likes. */
export async function clamdFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-clamd-'));
  const socket = path.join(folder, 'clamd.sock');
  const port = await freePort();
  const database = path.join(folder, 'db');
  await mkdir(database);
  await writeFile(path.join(database, 'test.ndb'), `Plinth.Test:0:*:${Buffer.from(MARK).toString('hex')}\n`);
  const urls = { unix: `unix:${socket}`, tcp: `tcp://127.0.0.1:${port}` };

  const settings = (more: Record<string, string>) =>
    Object.entries({
      LocalSocket: socket,
      TCPSocket: String(port),
      TCPAddr: '127.0.0.1',
      DatabaseDirectory: database,
      TemporaryDirectory: folder,
      Foreground: 'yes',
      StreamMaxLength: '25M',
      MaxFileSize: '25M',
      AlertExceedsMax: 'yes',
      ...more,
    })
      .map(([name, value]) => `${name} ${value}\n`)
      .join('');

  /** Starts the daemon, with settings of its own, and gives what stops it. */
  async function start(more: Record<string, string> = {}): Promise<() => Promise<void>> {
    const config = path.join(folder, 'clamd.conf');
    await writeFile(config, settings(more));
    const child = spawn('clamd', [`--config-file=${config}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
    await answering(child, () => said);
    return () => stop(child);
  }

  async function answering(child: ChildProcess, said: () => string): Promise<void> {
    const deadline = Date.now() + START_MS;
    const ping = () => ask(readClamdUrl(urls.unix), 'PING', AbortSignal.timeout(START_MS)).catch(() => '');
    while ((await ping()) !== 'PONG') {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`clamd did not start:\n${said()}`);
      }
      await wait(PAUSE_MS);
    }
  }

  return { urls, start, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
