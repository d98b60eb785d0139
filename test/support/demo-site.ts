import { spawn } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/build/paths.ts';
import { freePort } from './listen.ts';
import { killTree } from './processes.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

export type Environment = Record<string, string>;

/** `await using site = await startDemoSite()` stops it at the end of the block. */
export type DemoSite = AsyncDisposable & {
  /** Origin. */
  base: string;
  port: number;
  /** Data folder. `stop` removes it unless DATA_DIR is set. */
  dataDir: string;
  /** Process id of the site, or of its supervisor. */
  pid: number;
  /** Timestamp of `performance.now()`. */
  startedAt: number;
  stdout: string[];
  stderr: string[];
  /** Resolves when the site and all its child processes have exited. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** Kills all processes. */
  stop: () => Promise<void>;
};

type Start = {
  environment?: Environment;
  /** Path that returns 200 when the site has started. */
  readyAt?: '/readyz' | '/healthz' | '/';
  /** Maximum file descriptors per process. */
  descriptors?: number;
  /** Default: a free port. */
  port?: number;
  /** Program with arguments that starts the site. */
  supervisor?: readonly string[];
};

function linesOf(stream: NodeJS.ReadableStream): string[] {
  const lines: string[] = [];
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => lines.push(...text.split('\n').filter((line) => line.trim())));
  return lines;
}

const isOk = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Starts the built site in its own process, by default with the demo content. */
export async function startDemoSite({
  environment = {},
  readyAt = '/readyz',
  descriptors,
  port: fixedPort,
  supervisor = [],
}: Start = {}): Promise<DemoSite> {
  const port = fixedPort ?? (await freePort());
  const base = `http://127.0.0.1:${port}`;
  const folder = await temporaryFolder('demo');
  // Copies the build, because a concurrent build replaces its assets.
  await cp(path.join(root, 'dist'), path.join(folder.path, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'src'])
    await symlink(path.join(root, name), path.join(folder.path, name));
  const startedAt = performance.now();
  const limited = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
  const program = [...supervisor, process.execPath, path.join(folder.path, 'dist/server.js')];
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: base,
    DATA_DIR: path.join(folder.path, 'data'),
    LOG_LEVEL: 'warn',
    // On a busy machine a new process may need longer for its first content.
    API_TIMEOUT_MS: '20000',
    // Same settings as in the Procfile and the systemd unit.
    MALLOC_ARENA_MAX: '2',
    ...environment,
  };
  const child = spawn('/bin/sh', ['-c', `${limited}exec "$@"`, 'sh', ...program], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const pid = child.pid ?? 0;
  const kill = () => killTree(pid);
  process.once('exit', kill);
  // `close` waits for the last child process, because all inherit the streams.
  const ended = new Promise<Awaited<DemoSite['ended']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const [stdout, stderr] = [linesOf(child.stdout), linesOf(child.stderr)];
  const stop = async () => {
    kill();
    process.off('exit', kill);
    await ended;
    await folder.remove();
  };
  const message = () => `the site has started:\n${[...stdout, ...stderr].join('\n')}`;
  const hasStarted = async () => {
    if (child.exitCode !== null) throw new Error(`exited before ${message()}`);
    return isOk(`${base}${readyAt}`);
  };
  try {
    await until(message, hasStarted, { timeoutMs: 20_000, pauseMs: 10 });
  } catch (error) {
    await stop();
    throw error;
  }
  const dataDir = env.DATA_DIR;
  return { base, port, dataDir, pid, startedAt, stdout, stderr, ended, stop, [Symbol.asyncDispose]: stop };
}

/** Counts log lines with this message. */
export const timesLogged = ({ stdout }: DemoSite, message: string): number =>
  stdout.filter((line) => line.includes(`"msg":"${message}"`)).length;
