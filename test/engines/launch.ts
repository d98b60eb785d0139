import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import CDP from 'chrome-remote-interface';
import { freePort } from '../support/free-port.ts';
import type { Engine } from './engines.ts';
import { installEngine } from './install-engine.ts';
import { createPage, type EnginePage } from './page.ts';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 50;

/** The packages' builds run in one process; without a sandbox also as root. */
const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--single-process', '--no-zygote'];

export type RunningEngine = {
  page: EnginePage;
  close: () => Promise<void>;
};

/** Starts an engine with one empty page. */
export async function launchEngine(engine: Engine): Promise<RunningEngine> {
  const folder = await installEngine(engine);
  const profile = await mkdtemp(path.join(tmpdir(), `plinth-${engine.name}-`));
  const port = await freePort();
  const child = spawn(
    path.join(folder, 'chromium'),
    [...ARGUMENTS, `--user-data-dir=${profile}`, `--remote-debugging-port=${port}`, 'about:blank'],
    {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: profile, LD_LIBRARY_PATH: `${folder}:${folder}/lib` },
    },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const client = await connected(port).catch((error: Error) => {
    kill();
    throw error;
  });
  return {
    page: await createPage(client),
    close: async () => {
      await client.close().catch(() => undefined);
      process.off('exit', kill);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (kill()) await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The protocol of today is known here: an old engine does not describe its own well enough. */
async function connected(port: number): Promise<CDP.Client> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await CDP({ port, host: '127.0.0.1', local: true });
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(PAUSE_MS);
    }
  }
}
