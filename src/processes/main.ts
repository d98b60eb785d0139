import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import * as z from 'zod';
import { checkBucket } from '../applications/files/bucket.ts';
import { assertAccess } from '../applications/store/data-folder.ts';
import { openMigrated } from '../applications/store/engine/migrate.ts';
import { type Config, prepareFolders, readConfig, SettingsError } from '../config/config.ts';
import { createBuildInfo, distDir, environmentWith } from '../config/environment.ts';
import { findSettingWarnings, summariseSettings } from '../config/settings-report.ts';
import { UnavailableError } from '../lib/failures.ts';
import { openLog, stripControls } from '../lib/log.ts';
import { describeListenError } from '../lib/messages.ts';
import { openSite, type Site } from './site.ts';
import {
  drainOnSignals,
  exitOnUnexpectedError,
  feedWatchdog,
  findInheritedSocketFd,
  lockDataDir,
  restrictToOwner,
} from './supervision.ts';

/** Disables compiled parsers: schemas are seldom used, and compiling slows down startup. */
z.config({ jitless: true });

/** Starts the site, which runs until a signal ends it. */
export async function run(): Promise<void> {
  const config = readConfigOrExit();
  const log = await openLog(config.logLevel);
  exitOnUnexpectedError(log);
  const environment = environmentWith({}, {});
  feedWatchdog(environment, log);
  const { id: build, version, commit } = createBuildInfo(distDir).running;
  const settings = summariseSettings(config);
  log.info({ version, build, commit, node: process.version, settings }, 'starting');

  const socket = findInheritedSocketFd(environment);
  function exitWith(error: NodeJS.ErrnoException): never {
    const isListenError = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
    const reason = isListenError ? describeListenError(error, { ...config, fd: socket }) : error.message;
    log.fatal({ reason }, isListenError ? 'could not listen' : 'could not start');
    process.exit(1);
  }
  if (socket === undefined) await checkPort(config).catch(exitWith);
  const site = await startSite(config, log, socket).catch(exitWith);

  for (const warning of findSettingWarnings(config, environment)) log.warn(warning);
  const address = socket === undefined ? `${config.host ?? '*'}:${config.port}` : 'the socket of systemd';
  log.info(`listening on ${address} (${config.siteUrl})`);
  if (!process.stdout.isTTY) return;
  await site.services.readiness.ready;
  log.info(`Open ${config.siteUrl}`);
}

function readConfigOrExit(): Config {
  try {
    const config = readConfig();
    prepareFolders(config);
    return config;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${stripControls(error.message)}\n`);
    process.exit(1);
  }
}

/** Rejects if the port is in use. */
async function checkPort({ port, host }: Config): Promise<void> {
  // A health check that connects now must not keep this server open.
  const server = createServer((connection) => connection.destroy()).listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** `socket` is the descriptor of a listening socket. */
async function startSite(config: Config, log: Logger, socket?: number): Promise<Site> {
  assertAccess(config);
  // Machines that share a PostgreSQL database may also share the folder.
  if (config.databaseUrl === undefined) lockDataDir(config.dataDir);
  await prepareStore(config, log);
  const site = await openSite(config, { log });
  drainOnSignals(log, site.drain);
  await site.start(socket);
  return site;
}

/** Checks the bucket and migrates the database. Pages need neither, so the site also starts if one does not respond. */
async function prepareStore({ dataDir, databaseUrl, s3 }: Config, log: Logger): Promise<void> {
  const ignoreUnavailable = (error: Error): void => {
    if (!(error instanceof UnavailableError)) throw error;
    log.error({ reason: error.message }, 'the site starts, but the form needs this part of the store');
  };
  if (!restrictToOwner(dataDir))
    log.warn({ dataDir }, "other users of this machine may read DATA_DIR: give it to the site's user");
  if (s3) await checkBucket(s3).catch(ignoreUnavailable);
  // SQLite is migrated when it is opened.
  if (databaseUrl !== undefined)
    await openMigrated({ dataDir, databaseUrl }, log).then((db) => db.destroy(), ignoreUnavailable);
}
