import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { distDir } from './dist-dir.ts';
import { createLimitedServer, httpLimitsOf } from './http-limits.ts';
import { createListener } from './listener.ts';
import { createConnections } from './processes/connections.ts';
import { startHousekeeping } from './processes/housekeeping.ts';
import { keepTickShape } from './processes/tick-shape.ts';
import { createServices, type Outside } from './services.ts';
import { openStore } from './store/index.ts';

/**
 * How soon a site asks for the content of the other language, in milliseconds: who comes at its start has the first page a seventh
 * sooner.
 */
const NEXT_LANGUAGE_MS = 200;

type Options = Pick<Outside, 'baseUrl' | 'log' | 'allMetrics' | 'spread'> & {
  /** Whether this process does the housekeeping for all. */
  isHousekeeper: boolean;
};

/** The site in one process, which is left to listen. */
export async function createSite(settings: Config, { isHousekeeper, ...outside }: Options) {
  keepTickShape();
  const { log } = outside;
  const { dataDir, databaseUrl, s3 } = settings;
  const store = await openStore(dataDir, log, { databaseUrl, s3, mayBeAway: true });
  const services = createServices(settings, { ...outside, distDir, store });
  const connections = createConnections();
  const listener = createListener(services, connections.tracked(createApp(services)));
  const server = connections.keep(createLimitedServer(listener, httpLimitsOf(settings)));
  const stopHousekeeping = isHousekeeper ? startHousekeeping(services) : undefined;
  void services.readiness.start(NEXT_LANGUAGE_MS);
  void services.readiness.ready.then(services.siteSearch.ready);
  return {
    server,
    services,
    /** Resolves when the server is closed, which is for others to begin, and all is answered and kept. */
    async drain(isHurried: boolean): Promise<void> {
      await Promise.all([stopHousekeeping?.({ isHurried }), connections.drain(server, { isHurried })]);
      await services.close();
    },
  };
}
