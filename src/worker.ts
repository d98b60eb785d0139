import pino from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { readConfig } from './config.ts';
import { endOnFailure } from './fatal.ts';
import { boundHeapGrowth } from './processes/heap-growth.ts';
import { createPrimaryLink } from './processes/primary-link.ts';
import { createSite } from './site.ts';

/** Runs the site in a worker of a primary. */
export async function run(): Promise<void> {
  // A terminal or a process manager sends these to the whole group, and the primary says what they mean.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);

  const primary = createPrimaryLink();
  const settings = readConfig();
  const log = pino({ level: settings.logLevel, base: undefined });
  endOnFailure(log);

  const { baseUrl, isHousekeeper } = await primary.started;
  const { server, services, drain } = await createSite(settings, {
    baseUrl,
    log,
    isHousekeeper,
    allMetrics: primary.metrics,
    spread: primary.spread,
  });
  primary.onContentChange(services.contentHook.hear);
  AggregatorRegistry.setRegistries([services.metrics.registry]);
  // The constructor begins to answer the primary's questions for these figures.
  new AggregatorRegistry();
  server.listen(settings.port, settings.host);
  void primary.gone.then(() => server.close());
  void services.readiness.ready.then(() => {
    boundHeapGrowth();
    primary.say({ type: 'ready' });
  });

  const { isHurried } = await primary.draining;
  await drain(isHurried);
  process.exit(0);
}
