import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { prepare } from './prepare.ts';
import { onSignals } from './signals.ts';
import { createSite } from './site.ts';

/** Runs the site in this process. Resolves when it listens. */
export async function run(settings: Config, log: Logger): Promise<void> {
  const baseUrl = await prepare(settings, log);
  const site = await createSite(settings, { baseUrl, log, isHousekeeper: true });
  onSignals({
    log,
    roll: () => log.warn('SIGHUP is ignored: a rolling restart needs WEB_CONCURRENCY of 2 or more'),
    drain: site.drain,
    kill: () => undefined,
  });
  site.server.listen(settings.port, settings.host);
  await once(site.server, 'listening');
}
