import { spawn } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/build/places.ts';
import { freePort } from './listen.ts';
import { killTree } from './processes.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

export type Environment = Record<string, string>;

/** `await using site = await startDemoSite()` stops it at the end of the block. */
export type DemoSite = AsyncDisposable & {
  /** Scheme, host and port, without a slash at the end. */
  base: string;
  port: number;
  /** Where it keeps its data, which goes with it unless the environment names a folder. */
  dataDir: string;
  /** The process that was started: the site itself, or the primary of its workers. */
  pid: number;
  /** When it was started, by `performance.now()`. */
  startedAt: number;
  stdout: string[];
  stderr: string[];
  /** How it ended, once it has, with all its workers. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** Kills it, whatever it does. */
  stop: () => Promise<void>;
};

type Start = {
  environment?: Environment;
  /** The address whose 200 says that the site has started. */
  readyAt?: '/readyz' | '/healthz';
  /** How many descriptors each of its processes may have. */
  descriptors?: number;
  /** Default: a free port. */
  port?: number;
};

function linesOf(stream: NodeJS.ReadableStream): string[] {
  const lines: string[] = [];
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => lines.push(...text.split('\n').filter((line) => line.trim())));
  return lines;
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ status }) => status === 200,
    () => false,
  );

/** The built site in a process of its own, with the demo group's content unless the environment says otherwise. */
export async function startDemoSite({
  environment = {},
  readyAt = '/readyz',
  descriptors,
  port: wantedPort,
}: Start = {}): Promise<DemoSite> {
  const port = wantedPort ?? (await freePort());
  const base = `http://127.0.0.1:${port}`;
  const house = await temporaryFolder('demo');
  // A copy of what was built, so that a build in the meantime does not take its styles away.
  await cp(path.join(root, 'dist'), path.join(house.path, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'src'])
    await symlink(path.join(root, name), path.join(house.path, name));
  const startedAt = performance.now();
  const limited = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
  const run = ['-c', `${limited}exec "$0" "$1"`, process.execPath, path.join(house.path, 'dist/server.js')];
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: base,
    DATA_DIR: path.join(house.path, 'data'),
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const child = spawn('/bin/sh', run, { cwd: house.path, stdio: ['ignore', 'pipe', 'pipe'], env });
  const pid = child.pid ?? 0;
  const kill = () => killTree(pid);
  process.once('exit', kill);
  // Its streams are those of its workers too, and closed when the last one has ended.
  const ended = new Promise<Awaited<DemoSite['ended']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const [stdout, stderr] = [linesOf(child.stdout), linesOf(child.stderr)];
  const stop = async () => {
    kill();
    process.off('exit', kill);
    await ended;
    await house.remove();
  };
  const said = () => `the site has started:\n${[...stdout, ...stderr].join('\n')}`;
  const hasStarted = async () => {
    if (child.exitCode !== null) throw new Error(`ended before ${said()}`);
    return answers(`${base}${readyAt}`);
  };
  try {
    await until(said, hasStarted, { timeoutMs: 20_000, pauseMs: 50 });
  } catch (error) {
    await stop();
    throw error;
  }
  const dataDir = env.DATA_DIR;
  return { base, port, dataDir, pid, startedAt, stdout, stderr, ended, stop, [Symbol.asyncDispose]: stop };
}
