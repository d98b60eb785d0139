import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { distDir } from '../config/dist-dir.ts';
import { createLimitedServer, httpLimitsOf } from '../http/http-limits.ts';
import { createShutdown } from '../http/shutdown.ts';
import { createListener } from '../response-cache/listener.ts';
import { createServices, type Outside } from '../services.ts';
import { openStore } from '../store/index.ts';
import { startHousekeeping } from './housekeeping.ts';

type Options = Pick<Outside, 'baseUrl' | 'log' | 'allMetrics' | 'spread'> & {
  /** Whether this process does the housekeeping for all. */
  isHousekeeper: boolean;
};

/** The site of one process. The caller makes the server listen. */
export async function createSite(settings: Config, { isHousekeeper, ...outside }: Options) {
  const { log } = outside;
  const { dataDir, databaseUrl, s3 } = settings;
  const store = await openStore(dataDir, log, { databaseUrl, s3, mayBeAway: true });
  const services = createServices(settings, { ...outside, distDir, store });
  const server = createLimitedServer(createListener(services, createApp(services)), httpLimitsOf(settings));
  const shutDown = createShutdown(server);
  const stopHousekeeping = isHousekeeper ? startHousekeeping(services) : undefined;
  void services.readiness.start();
  void services.readiness.ready.then(services.siteSearch.ready);
  return {
    server,
    services,
    /** Finishes what runs. Resolves when everything is answered and stored. */
    async drain(isHurried: boolean): Promise<void> {
      services.readiness.leave();
      await Promise.all([stopHousekeeping?.({ isHurried }), shutDown({ isHurried })]);
      await services.close();
    },
  };
}
