import { Counter, Gauge, type Registry } from 'prom-client';
import { STORE_PARTS } from '../applications/store/availability.ts';
import { lastBackup } from '../applications/store/data-folder.ts';
import type { Channel } from '../applications/store/engine/tables.ts';
import type { Store } from '../applications/store/index.ts';
import { freeBytes } from '../lib/files.ts';

type GaugeSources = {
  store: Pick<Store, 'unavailableParts' | 'now' | 'deliveries'>;
  deliveries: { channels: readonly Channel[] };
  checkers: { counts: () => { waiting: number; results: Record<string, number> } };
  readiness: { isReady: () => boolean; reason: () => string | undefined };
  config: { dataDir: string };
};

type Values = number | Record<string, number>;
/** `read` returns one value, or one for each value of the label. */
type Reading = [name: string, help: string, read: () => Values | Promise<Values>, label?: string];

/** Registers metrics that are read on request. */
export function registerGauges(
  registry: Registry,
  { store, deliveries, checkers, readiness, config: { dataDir } }: GaugeSources,
): void {
  const readBackup = () => lastBackup(dataDir);
  const readWaitingDeliveries = () => store.deliveries.waiting().catch(() => []);
  async function countWaiting() {
    const counts = (await readWaitingDeliveries()).map(({ channel, waiting }) => [channel, waiting]);
    return Object.fromEntries([...deliveries.channels.map((channel) => [channel, 0]), ...counts]);
  }
  async function readOldestSeconds() {
    const ages = (await readWaitingDeliveries()).map(({ oldestAt }) => (store.now() - oldestAt) / 1000);
    return Math.max(0, ...ages);
  }
  function readUnavailableParts() {
    const unavailable = store.unavailableParts();
    return Object.fromEntries(STORE_PARTS.map((part) => [part, Number(unavailable.includes(part))]));
  }
  const readings: Reading[] = [
    ['plinth_ready', '1 if menu, group and introduction have been read.', () => Number(readiness.isReady())],
    ['plinth_backend_up', '0 if content cannot be refreshed.', () => Number(!readiness.reason())],
    ['plinth_data_free_bytes', 'Free bytes on the disk of DATA_DIR.', () => freeBytes(dataDir)],
    ['plinth_backup_age_seconds', 'Age of the last complete backup.', async () => (await readBackup()).ageS],
    ['plinth_backup_missing_files', 'Files that it lacks.', async () => (await readBackup()).missing],
    ['plinth_file_checks_waiting', 'Files that wait for their check.', () => checkers.counts().waiting],
    ['plinth_deliveries_waiting', 'Deliveries that wait, retries included.', countWaiting, 'channel'],
    ['plinth_deliveries_oldest_seconds', 'Age of the oldest application that waits.', readOldestSeconds],
    ['plinth_store_away', '1 if a part of the store failed its last check.', readUnavailableParts, 'part'],
  ];
  for (const [name, help, read, label] of readings) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const values = await read();
        if (typeof values === 'number') this.set(values);
        else for (const [value, gaugeValue] of Object.entries(values)) this.labels(value).set(gaugeValue);
      },
    });
  }
  new Counter({
    name: 'plinth_file_checks_total',
    help: 'Checked files: answered, late (ended by the clock), died (the file ended its process).',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(checkers.counts().results)) this.inc({ result }, count);
    },
  });
}
