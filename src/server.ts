import cluster from 'node:cluster';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pino, { type Logger } from 'pino';
import { createBuildInfo, VERSION } from './build-info.ts';
import { type Config, checkFolders, readConfig, SettingsError } from './config.ts';
import { endOnFault } from './fatal.ts';
import { aggregatedMetrics } from './processes/aggregated-metrics.ts';
import { createPool } from './processes/pool.ts';
import { checkPort } from './processes/port.ts';
import { onSignals } from './processes/signals.ts';
import { forkWorker } from './processes/worker-process.ts';
import { settingsSummary } from './settings-summary.ts';

/** Where workers keep what is garbage soon, such as the pieces of files that come in, in megabytes: V8's own 16 fill up first. */
const YOUNG_MB = 2;

/**
 * How much a worker keeps before V8 looks through all of it: its own limit stands so close to what a worker holds that
 * uploads made it look twice a second, and every page waited.
 */
const OLD_MB = 64;

/**
 * V8 guesses from what survives the start which objects live long, and makes those of requests in the wrong place after some
 * starts: answering a kept page then takes a third more of the processor.
 */
const NO_GUESSES = '--no-allocation-site-pretenuring';

const distDir = path.dirname(fileURLToPath(import.meta.url));
const demoContent = path.join(distDir, '..', 'src', 'demo', 'content');

/** Whatever this process and its workers write is their user's alone: drafts, files, copies of content, the secret. */
process.umask(0o077);

function config(): Config {
  try {
    const settings = readConfig();
    checkFolders(settings);
    return settings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/**
 * What workers share: the tables, brought up to date by one process alone, and the embedded backend where no other is set.
 * Gives the backend's address. The programs for it are loaded while the workers load theirs.
 */
async function prepare({ dataDir, contentDir, api }: Config, log: Logger): Promise<string> {
  const { closeToOthers } = await import('./store/owner-only.ts');
  const open = closeToOthers(dataDir);
  if (open.length > 0) log.warn({ open }, 'others on this machine may read what is private');
  const { prepareDatabase } = await import('./store/prepare.ts');
  await prepareDatabase(dataDir);
  if (api.baseUrl) return api.baseUrl;
  const { startDemoBackend } = await import('./demo/backend.ts');
  return (await startDemoBackend(contentDir ?? demoContent)).url;
}

function fail(log: Logger, what: string) {
  return (error: Error): never => {
    log.fatal({ reason: error.message }, what);
    process.exit(1);
  };
}

/** The primary: node:cluster accepts connections in it and gives them to workers; it does nothing for a request itself. */
async function start(): Promise<void> {
  const settings = config();
  const log = pino({ level: settings.logLevel, base: undefined });
  endOnFault(log);
  log.info(
    {
      version: VERSION,
      build: createBuildInfo(distDir).running.id,
      node: process.version,
      settings: settingsSummary(settings),
    },
    'starting',
  );
  cluster.setupPrimary({
    exec: path.join(distDir, 'worker.js'),
    execArgv: [
      ...process.execArgv,
      `--max-semi-space-size=${YOUNG_MB}`,
      `--initial-old-space-size=${OLD_MB}`,
      NO_GUESSES,
    ],
  });
  const baseUrl = Promise.withResolvers<string>();
  const pool = createPool({
    size: settings.workers,
    fork: () =>
      forkWorker({
        answer: aggregatedMetrics,
        hasOthers: () => pool.takesConnections(),
        onHang: (worker) => log.error({ worker }, 'a worker hangs and is killed'),
      }),
    baseUrl: baseUrl.promise,
    log,
  });
  await checkPort(settings).catch(fail(log, 'could not listen'));
  onSignals({
    roll: () => void started.then(pool.roll),
    drain: async (isHurried) => {
      log.info('draining');
      await pool.drain(isHurried);
      process.exit(0);
    },
    exit: () => {
      pool.kill();
      process.exit(1);
    },
    kill: pool.kill,
  });
  const started = pool.start();
  prepare(settings, log).then(baseUrl.resolve, fail(log, 'could not start'));
  await started.catch(fail(log, 'could not start'));
  if (settings.siteUrlIsGuessed)
    log.warn(`SITE_URL is not set: links to the site itself say ${settings.siteUrl}`);
  if (settings.isProduction && settings.clamdUrl === undefined)
    log.warn('CLAMD_URL is not set: files are not scanned for viruses');
  log.info(`listening: ${settings.siteUrl}`);
}

await start();
