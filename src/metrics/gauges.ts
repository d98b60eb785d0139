import { Counter, Gauge, type Registry } from 'prom-client';
import { freeBytes } from '../files/disk.ts';
import type { Waiting } from '../store/applications/deliveries.ts';
import { STORE_PARTS } from '../store/availability.ts';
import type { Channel } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import { lastBackup } from '../store/last-backup.ts';

type Sources = {
  store: Pick<Store, 'unavailableParts' | 'connections' | 'now'> & {
    deliveries: { waiting: () => Promise<Waiting[]> };
  };
  channels: readonly Channel[];
  checkCounts: () => { waiting: number; results: Record<string, number> };
  isReady: () => boolean;
  dataDir: string;
};

type Figures = Record<string, number>;

/** Metrics that are collected on request. */
export function registerGauges(
  registry: Registry,
  { store, channels, checkCounts, isReady, dataDir }: Sources,
): void {
  const { unavailableParts, connections } = store;
  const waitingDeliveries = () => store.deliveries.waiting().catch(() => []);
  const register = (name: string, help: string, read: () => number | Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  };
  /** One figure for each value of a label. */
  const registerBy = (
    label: string,
    name: string,
    help: string,
    read: () => Figures | Promise<Figures>,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        for (const [value, figure] of Object.entries(await read())) this.set({ [label]: value }, figure);
      },
    });
  };
  register('plinth_ready', '1 if menu, group and introduction of both languages have been read.', () =>
    Number(isReady()),
  );
  register('plinth_data_free_bytes', 'Free bytes on the disk of DATA_DIR.', () => freeBytes(dataDir));
  register(
    'plinth_backup_age_seconds',
    'Age of the last complete backup that this machine wrote; infinite if there is none.',
    async () => (await lastBackup(dataDir)).ageS,
  );
  register(
    'plinth_backup_missing_files',
    'Files of applications that the last backup could not copy.',
    async () => (await lastBackup(dataDir)).missing,
  );
  register('plinth_file_checks_waiting', 'Files that wait for their check.', () => checkCounts().waiting);
  new Counter({
    name: 'plinth_file_checks_total',
    help: 'Checked files: answered, late (ended by the clock), died (the file ended its process).',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(checkCounts().results)) this.inc({ result }, count);
    },
  });
  registerBy(
    'channel',
    'plinth_deliveries_waiting',
    'Deliveries that wait, those that are retried later included.',
    async () => {
      const waiting = (await waitingDeliveries()).map(({ channel, waiting: count }) => [channel, count]);
      return Object.fromEntries([...channels.map((channel) => [channel, 0]), ...waiting]);
    },
  );
  register(
    'plinth_deliveries_oldest_seconds',
    'Age of the oldest application that waits for a delivery; 0 if none waits.',
    async () => {
      const ages = (await waitingDeliveries()).map(({ oldestAt }) => (store.now() - oldestAt) / 1000);
      return Math.max(0, ...ages);
    },
  );
  registerBy('part', 'plinth_store_away', '1 if a part of the store failed its last check.', () => {
    const unavailable = unavailableParts();
    return Object.fromEntries(STORE_PARTS.map((part) => [part, Number(unavailable.includes(part))]));
  });
  if (!connections) return;
  registerBy(
    'state',
    'plinth_database_connections',
    'Connections to the database: busy, idle; waiting are the queries that wait for one.',
    connections,
  );
}
