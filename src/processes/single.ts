import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { distDir } from '../config/dist-dir.ts';
import { openStore } from '../store/index.ts';
import { prepare } from './prepare.ts';
import { onSignals } from './signals.ts';
import { createSite } from './site.ts';

/** Runs the site in this process. Resolves when it listens. */
export async function run(settings: Config, log: Logger): Promise<void> {
  const baseUrl = await prepare(settings, log);
  const { dataDir, databaseUrl, s3 } = settings;
  const store = await openStore(dataDir, log, { databaseUrl, s3, mayBeAway: true });
  const site = createSite(settings, { baseUrl, distDir, log, store });
  site.startBackground({ isHousekeeper: true });
  onSignals({
    log,
    roll: () => log.warn('SIGHUP is ignored: a rolling restart needs WEB_CONCURRENCY of 2 or more'),
    drain: site.drain,
    kill: () => undefined,
  });
  site.server.listen(settings.port, settings.host);
  await once(site.server, 'listening');
}
