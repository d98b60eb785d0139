import type { Services } from '../services.ts';

/** Delays the first sweep, so that the first pages are fast. */
const FIRST_SWEEP_MS = 5000;
const SWEEP_MS = 3_600_000;

/** Short: uploads may fill the disk between two checks. */
const SPACE_CHECK_MS = 10_000;

type HousekeepingServices = Pick<
  Services,
  'store' | 'log' | 'metrics' | 'virusScan' | 'deliveries' | 'contentHook'
>;

/**
 * Starts background work. Only one of several instances sweeps or scans at a time, and only one makes each delivery. Returns a stop
 * function, which resolves when no delivery is running.
 */
export function startHousekeeping({
  store,
  log,
  metrics,
  virusScan,
  deliveries,
  contentHook,
}: HousekeepingServices) {
  const logErrors = (work: () => Promise<void>, message: string) => () =>
    work().catch((error: Error) => log.error({ reason: error.message }, message));
  const sweep = logErrors(async () => {
    const { abandoned = {}, failure } = (await store.sweep()) ?? {};
    for (const [field, count] of Object.entries(abandoned))
      metrics.draftsAbandoned.inc({ last_field: field }, count);
    if (failure !== undefined) log.error({ reason: failure }, 'could not remove all files');
  }, 'could not remove expired data');
  const makeSpace = logErrors(async () => {
    const removed = await store.makeSpace();
    if (removed > 0)
      log.warn(
        { removed },
        'removed files of unsent applications that were not used for hours: too little free space',
      );
  }, 'could not remove files of unsent applications');
  const firstTimer = setTimeout(sweep, FIRST_SWEEP_MS).unref();
  const timer = setInterval(sweep, SWEEP_MS).unref();
  const spaceTimer = setInterval(makeSpace, SPACE_CHECK_MS).unref();
  const stopScanning = virusScan.start();
  const stopDelivering = deliveries.start();
  const stopListening = contentHook.listen();
  return async (order: { isHurried: boolean }): Promise<void> => {
    clearTimeout(firstTimer);
    clearInterval(timer);
    clearInterval(spaceTimer);
    void stopScanning();
    await Promise.all([stopDelivering(order), stopListening()]);
  };
}
