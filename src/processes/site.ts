import { createApp } from '../app.ts';
import type { Config } from '../config/config.ts';
import { createLimitedServer, httpLimitsOf } from '../http/http-limits.ts';
import { createShutdown } from '../http/shutdown.ts';
import { createListener } from '../response-cache/listener.ts';
import { createServices, type Surroundings } from '../services.ts';
import { startHousekeeping } from './housekeeping.ts';

/** The site of one process, also that of tests, benchmarks and the mirror. The caller makes the server listen. */
export function createSite(config: Config, surroundings: Surroundings) {
  const services = createServices(config, surroundings);
  const { readiness, siteSearch, store } = services;
  const server = createLimitedServer(createListener(services, createApp(services)), httpLimitsOf(config));
  const shutDown = createShutdown(server);
  let stopHousekeeping: ReturnType<typeof startHousekeeping> | undefined;

  return {
    server,
    services,

    /** Starts the background work. One process of a machine does the housekeeping for all. */
    startBackground({ isHousekeeper }: { isHousekeeper: boolean }): void {
      if (isHousekeeper) stopHousekeeping = startHousekeeping(services);
      void readiness.start();
      void readiness.ready.then(siteSearch.ready);
    },

    /** Finishes running requests and deliveries. */
    async drain(isHurried: boolean): Promise<void> {
      readiness.leave();
      await Promise.all([stopHousekeeping?.({ isHurried }), shutDown({ isHurried })]);
      await services.close();
    },

    /** Closes the site without waiting for requests. */
    async close(): Promise<void> {
      readiness.stop();
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
      await services.close();
      await store.close();
    },
  };
}
