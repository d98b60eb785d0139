import { begin, checkPort } from './processes/begin.ts';

/** Starts a site: settings → one process, or a primary with workers. */
export async function run(): Promise<void> {
  const { settings, log, fail } = begin();
  await checkPort(settings).catch(fail('could not listen'));

  const site =
    settings.workers === 1 ? await import('./processes/single.ts') : await import('./processes/primary.ts');
  await site.run(settings, log).catch(fail('could not start'));

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
