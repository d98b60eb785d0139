import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { endOnFault } from './fatal.ts';
import { createLimitedServer } from './http-limits.ts';
import { createListener } from './listener.ts';
import { createConnections } from './processes/connections.ts';
import { keepHouse } from './processes/housekeeping.ts';
import { createPrimaryLink } from './processes/primary-link.ts';
import { shareMetrics } from './processes/shared-metrics.ts';
import { createServices } from './services.ts';
import { openStore } from './store/index.ts';

const distDir = path.dirname(fileURLToPath(import.meta.url));

/** A terminal or a process manager sends these to the whole group: what they mean is for the primary to say. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);

/** One of the processes that answer requests. */
async function start(): Promise<void> {
  const primary = createPrimaryLink();
  const settings = readConfig();
  const log = pino({ level: settings.logLevel, base: undefined });
  endOnFault(log);
  const { baseUrl, isHousekeeper } = await primary.started;
  const store = await openStore(settings.dataDir, log);
  const services = createServices(settings, {
    baseUrl,
    distDir,
    log,
    store,
    allMetrics: () => primary.ask('metrics'),
  });
  shareMetrics(services.metrics.registry);
  const server = createLimitedServer(createListener(services, createApp(services)));
  const connections = createConnections(server);
  const house = isHousekeeper ? keepHouse(services) : undefined;
  server.listen(settings.port, settings.host);
  void primary.gone.then(() => server.close());
  void services.readiness.start();
  void services.readiness.ready.then(() => primary.say({ type: 'ready' }));
  const { isHurried } = await primary.draining;
  house?.stop();
  await connections.drain({ isHurried });
  await services.close();
  process.exit(0);
}

start().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
