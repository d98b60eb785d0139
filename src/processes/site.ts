import { once } from 'node:events';
import { createApp } from '../app.ts';
import { openStore } from '../applications/store/index.ts';
import type { Config } from '../config/config.ts';
import { distDir } from '../config/environment.ts';
import { createHttpLimits, createLimitedServer } from '../http/http-limits.ts';
import { createListener } from '../http/response-cache/page-cache.ts';
import { createShutdown } from '../http/shutdown.ts';
import { createServices, type ProcessResources } from '../services.ts';
import { startHousekeeping } from './housekeeping.ts';

/** Creates the site of one process without starting it: tests listen on their own port. */
export function createSite(config: Config, parts: ProcessResources) {
  const services = createServices(config, parts);
  const { readiness, store } = services;
  const server = createLimitedServer(createListener(services, createApp(services)), createHttpLimits(config));
  const shutDown = createShutdown(server);
  let isSocketKept = false;
  let stopHousekeeping: ReturnType<typeof startHousekeeping> | undefined;

  async function closeServices(): Promise<void> {
    services.close();
    await store.close();
  }

  return {
    server,
    services,

    /** Listens on the descriptor `socket` or the configured address, and starts the background work. */
    async start(socket?: number): Promise<void> {
      const { port, host } = config;
      isSocketKept = socket !== undefined;
      await once(server.listen(socket === undefined ? { port, host } : { fd: socket }), 'listening');
      stopHousekeeping = startHousekeeping(services);
      void readiness.start();
    },

    /** Finishes running requests and deliveries, and closes the databases. */
    async drain(isHurried: boolean): Promise<void> {
      readiness.startShutdown();
      await Promise.all([stopHousekeeping?.({ isHurried }), shutDown({ isHurried, isSocketKept })]);
      await closeServices();
    },

    /** Closes the site without waiting for requests. */
    async close(): Promise<void> {
      readiness.stop();
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
      await closeServices();
    },
  };
}

/** Opens the configured store and creates the site with it. */
export async function openSite(config: Config, parts: Pick<ProcessResources, 'log'>) {
  const { dataDir, databaseUrl, s3 } = config;
  const store = await openStore(dataDir, parts.log, { databaseUrl, s3, allowUnavailable: true });
  return createSite(config, { ...parts, distDir, store });
}

export type Site = Awaited<ReturnType<typeof openSite>>;
