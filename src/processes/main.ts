import cluster from 'node:cluster';
import * as z from 'zod';
import { begin, checkPort } from './begin.ts';
import { run as runPrimary } from './primary.ts';
import { run as runSingle } from './single.ts';
import { runWorker } from './worker.ts';

/** Each schema is used a few times a minute: compiling a parser for it would only slow down the start. */
z.config({ jitless: true });

/** Starts the site in this process, a primary with workers, or a worker. */
export async function run(): Promise<void> {
  if (cluster.isWorker) return runWorker();
  const { settings, log, fail } = begin();
  await checkPort(settings).catch(fail('could not listen'));

  const runSite = settings.workers === 1 ? runSingle : runPrimary;
  await runSite(settings, log).catch(fail('could not start'));

  if (settings.siteUrlIsGuessed)
    log.warn(`SITE_URL is not set: links to the site itself say ${settings.siteUrl}`);
  if (settings.databaseUrl && !settings.s3)
    log.warn(
      'DATABASE_URL without S3_BUCKET: files are in DATA_DIR, so this is one machine, or the folder is shared',
    );
  if (settings.isProduction && settings.clamdUrl === undefined)
    log.warn('CLAMD_URL is not set: files are not scanned for viruses');
  log.info(`listening: ${settings.siteUrl}`);
}
