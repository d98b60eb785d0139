import { isNewEnough, NEEDED_MAJOR } from './node-version.ts';

if (!isNewEnough(process.versions.node)) {
  process.stderr.write(
    `Plinth needs Node ${NEEDED_MAJOR} or newer, this is ${process.version}. "npm start" brings its own.\n`,
  );
  process.exit(1);
}

/** What the site writes is readable by its own user alone: drafts, files, copies of content, the secret. */
process.umask(0o077);

// An older Node cannot read these files, so they are imported after the check.
const { takeStartFlags } = await import('./processes/start-flags.ts');
takeStartFlags();
const { begin, checkPort } = await import('./processes/begin.ts');
const { settings, log, fail } = begin();
await checkPort(settings).catch(fail('could not listen'));

const { run } =
  settings.workers === 1 ? await import('./processes/single.ts') : await import('./processes/primary.ts');
await run(settings, log).catch(fail('could not start'));

if (settings.siteUrlIsGuessed)
  log.warn(`SITE_URL is not set: links to the site itself say ${settings.siteUrl}`);
if (settings.databaseUrl && !settings.s3)
  log.warn(
    'DATABASE_URL without S3_BUCKET: files are in DATA_DIR, so this is one machine, or the folder is shared',
  );
if (settings.isProduction && settings.clamdUrl === undefined)
  log.warn('CLAMD_URL is not set: files are not scanned for viruses');
log.info(`listening: ${settings.siteUrl}`);
