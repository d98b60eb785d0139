import { Counter, Gauge, type Registry } from 'prom-client';
import type { Waiting } from '../applications/store/applications/deliveries.ts';
import { STORE_PARTS } from '../applications/store/availability.ts';
import type { Channel } from '../applications/store/engine/tables.ts';
import type { Store } from '../applications/store/index.ts';
import { lastBackup } from '../applications/store/last-backup.ts';
import { freeBytes } from '../lib/files.ts';

type Sources = {
  store: Pick<Store, 'unavailableParts' | 'now'> & { deliveries: { waiting: () => Promise<Waiting[]> } };
  channels: readonly Channel[];
  checkCounts: () => { waiting: number; results: Record<string, number> };
  isReady: () => boolean;
  dataDir: string;
};

/** One figure, or one for each value of a label. */
type Figures = number | Record<string, number>;

/** Registers metrics that are collected on request. */
export function registerGauges(
  registry: Registry,
  { store, channels, checkCounts, isReady, dataDir }: Sources,
): void {
  const registers = [registry];
  const gauge = (
    name: string,
    help: string,
    read: () => Figures | Promise<Figures>,
    label?: string,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers,
      async collect() {
        const figures = await read();
        if (typeof figures === 'number') this.set(figures);
        else for (const [value, figure] of Object.entries(figures)) this.labels(value).set(figure);
      },
    });
  };
  const waitingDeliveries = () => store.deliveries.waiting().catch(() => []);

  gauge('plinth_ready', '1 if menu, group and introduction of both languages have been read.', () =>
    Number(isReady()),
  );
  gauge('plinth_data_free_bytes', 'Free bytes on the disk of DATA_DIR.', () => freeBytes(dataDir));
  gauge(
    'plinth_backup_age_seconds',
    'Age of the last complete backup that this machine wrote; infinite if there is none.',
    async () => (await lastBackup(dataDir)).ageS,
  );
  gauge(
    'plinth_backup_missing_files',
    'Files of applications that the last backup could not copy.',
    async () => (await lastBackup(dataDir)).missing,
  );
  gauge('plinth_file_checks_waiting', 'Files that wait for their check.', () => checkCounts().waiting);
  new Counter({
    name: 'plinth_file_checks_total',
    help: 'Checked files: answered, late (ended by the clock), died (the file ended its process).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(checkCounts().results)) this.inc({ result }, count);
    },
  });
  gauge(
    'plinth_deliveries_waiting',
    'Deliveries that wait, those that are retried later included.',
    async () => {
      const waiting = (await waitingDeliveries()).map(({ channel, waiting: count }) => [channel, count]);
      return Object.fromEntries([...channels.map((channel) => [channel, 0]), ...waiting]);
    },
    'channel',
  );
  gauge(
    'plinth_deliveries_oldest_seconds',
    'Age of the oldest application that waits for a delivery; 0 if none waits.',
    async () =>
      Math.max(0, ...(await waitingDeliveries()).map(({ oldestAt }) => (store.now() - oldestAt) / 1000)),
  );
  gauge(
    'plinth_store_away',
    '1 if a part of the store failed its last check.',
    () => {
      const unavailable = store.unavailableParts();
      return Object.fromEntries(STORE_PARTS.map((part) => [part, Number(unavailable.includes(part))]));
    },
    'part',
  );
}
