import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createSite } from '../site.ts';
import { closePort } from './close-port.ts';
import { prepare } from './prepare.ts';
import { onSignals } from './signals.ts';

/** Runs the site in this process alone, without a primary. Resolves when it listens. */
export async function run(settings: Config, log: Logger): Promise<void> {
  let site: Awaited<ReturnType<typeof createSite>> | undefined;
  onSignals({
    roll: () => log.warn('SIGHUP is ignored: a rolling restart needs WEB_CONCURRENCY of 2 or more'),
    drain: async (isHurried) => {
      log.info('draining');
      if (site) await Promise.all([site.drain(isHurried), closePort(site.server)]);
      process.exit(0);
    },
    exit: () => process.exit(1),
    kill: () => undefined,
  });
  const baseUrl = await prepare(settings, log);
  site = await createSite(settings, { baseUrl, log, isHousekeeper: true });
  site.server.listen(settings.port, settings.host);
  await once(site.server, 'listening');
}
