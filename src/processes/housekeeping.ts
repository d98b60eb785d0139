import type { Services } from '../services.ts';

/** The first sweep waits so long that it is not in the way of the first pages, and the next ones so long, in milliseconds. */
const FIRST_SWEEP_MS = 5000;
const SWEEP_MS = 3_600_000;

type Parts = Pick<Services, 'store' | 'log' | 'metrics' | 'virusScan' | 'deliveries' | 'contentHook'>;

/**
 * One process of a machine does this for all: it deletes what is out of date, soon after the start and then every hour, has held files
 * scanned, delivers applications and hears what other machines tell. Of several machines one at a time sweeps or scans, and each delivery is made by one. Gives what
 * ends it, which resolves when no delivery is under way.
 */
export function startHousekeeping({ store, log, metrics, virusScan, deliveries, contentHook }: Parts) {
  const sweep = () => {
    const swept = store.sweep().then((all) => {
      if (!all) return;
      for (const [field, count] of Object.entries(all.abandoned))
        metrics.draftsAbandoned.inc({ last_field: field }, count);
      metrics.uploadsExpired.inc(all.expired);
    });
    swept.catch((error: Error) => log.error({ reason: error.message }, 'could not sweep'));
  };
  const firstTimer = setTimeout(sweep, FIRST_SWEEP_MS).unref();
  const timer = setInterval(sweep, SWEEP_MS).unref();
  const stopScanning = virusScan.start();
  const stopDelivering = deliveries.start();
  const stopListening = contentHook.listen();
  return async (order: { isHurried: boolean }): Promise<void> => {
    clearTimeout(firstTimer);
    clearInterval(timer);
    stopScanning();
    await Promise.all([stopDelivering(order), stopListening()]);
  };
}
