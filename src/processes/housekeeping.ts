import type { Services } from '../services.ts';

/** The time between two sweeps of abandoned drafts, in milliseconds. */
const SWEEP_MS = 3_600_000;

type Parts = Pick<Services, 'store' | 'log' | 'metrics' | 'virusScan'>;

/**
 * One process does this for all: it deletes what is out of date, at the start and then every hour, and has held files scanned.
 * Gives what ends it.
 */
export function startHousekeeping({ store, log, metrics, virusScan }: Parts) {
  const sweep = () => {
    const swept = store.sweep().then(({ abandoned }) => metrics.form.abandoned(abandoned));
    swept.catch((error: Error) => log.error({ reason: error.message }, 'could not sweep'));
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_MS).unref();
  const stopScanning = virusScan.start();
  return () => {
    clearInterval(timer);
    stopScanning();
  };
}
