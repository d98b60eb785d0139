import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import * as z from 'zod';
import { createBuildInfo, distDir } from '../config/build-info.ts';
import { type Config, prepareFolders, readConfig, SettingsError } from '../config/config.ts';
import { settingsSummary } from '../config/settings-summary.ts';
import { openLog } from '../lib/log.ts';
import { UnavailableError } from '../lib/unavailable-error.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import { openContentBackend } from './content-backend.ts';
import { lockDataDir } from './lock-data-dir.ts';
import { restrictToOwner } from './owner-only.ts';
import { runPrimary } from './primary.ts';
import { exitOnUnexpectedError, onSignals } from './signals.ts';
import { openSite } from './site.ts';
import { runWorker } from './worker.ts';

/** Each schema is used a few times a minute: compiling a parser for it would only slow down the start. */
z.config({ jitless: true });

/** Runs the site in this process, a primary with workers, or a worker. */
export async function run(): Promise<void> {
  if (cluster.isWorker) return runWorker();
  const config = readConfigOrExit();
  const log = openLog(config.logLevel);
  exitOnUnexpectedError(log);
  const { id: build, version } = createBuildInfo(distDir).running;
  const settings = settingsSummary(config);
  log.info({ version, build, node: process.version, settings }, 'starting');

  const exit =
    (message: string) =>
    (error: Error): never => {
      log.fatal({ reason: error.message }, message);
      process.exit(1);
    };
  await checkPort(config).catch(exit('could not listen'));
  await start(config, log).catch(exit('could not start'));

  if (config.siteUrlIsGuessed)
    log.warn(`SITE_URL is not set: links to the site itself say ${config.siteUrl}`);
  if (config.databaseUrl && !config.s3)
    log.warn(
      'DATABASE_URL without S3_BUCKET: files are in DATA_DIR, so this is one machine, or the folder is shared',
    );
  if (config.isProduction && config.clamdUrl === undefined)
    log.warn('CLAMD_URL is not set: files are not scanned for viruses');
  if (config.isProduction && !config.forward && !config.mail)
    log.warn('FORWARD_URL and SMTP_URL are not set: nobody is notified of applications');
  log.info(`listening on ${config.host ?? '*'}:${config.port} (${config.siteUrl})`);
}

function readConfigOrExit(): Config {
  try {
    const config = readConfig();
    prepareFolders(config);
    return config;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Rejects if the address is in use, before anything is opened or changed. */
async function checkPort({ port, host }: Config): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function start(config: Config, log: Logger): Promise<void> {
  // Machines that share a database may also share a folder.
  if (config.databaseUrl === undefined) lockDataDir(config.dataDir);
  await prepareStore(config, log);
  const { url: baseUrl } = await openContentBackend(config, log);
  if (config.workers > 1) return runPrimary({ count: config.workers, baseUrl, log });
  const site = await openSite(config, { baseUrl, log });
  onSignals({
    log,
    roll: () => log.warn('SIGHUP is ignored: a rolling restart needs WEB_CONCURRENCY of 2 or more'),
    drain: site.drain,
    kill: () => undefined,
  });
  await site.start({ isHousekeeper: true });
}

/** Checks the bucket and migrates the database. If one of them does not answer, the site starts all the same: pages need neither. */
async function prepareStore({ dataDir, databaseUrl, s3, workers }: Config, log: Logger): Promise<void> {
  const ignoreUnavailable = (error: Error): void => {
    if (!(error instanceof UnavailableError)) throw error;
    log.error({ reason: error.message }, 'the site starts without it; the form waits for it');
  };
  const open = restrictToOwner(dataDir);
  if (open.length > 0) log.warn({ open }, 'others on this machine may read what is private');
  if (s3) {
    const { checkBucket } = await import('../files/check-bucket.ts');
    await checkBucket(s3).catch(ignoreUnavailable);
  }
  // A site of one process migrates SQLite when it opens it.
  if (databaseUrl !== undefined || workers > 1)
    await openMigrated({ dataDir, databaseUrl }, log).then((db) => db.destroy(), ignoreUnavailable);
}
