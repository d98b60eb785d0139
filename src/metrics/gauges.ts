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

/** Metrics that are collected on request. */
export function registerGauges(
  registry: Registry,
  { store, channels, checkCounts, isReady, dataDir }: Sources,
): void {
  const registers = [registry];
  const { unavailableParts, connections } = store;
  const waitingDeliveries = () => store.deliveries.waiting().catch(() => []);
  new Gauge({
    name: 'plinth_ready',
    help: '1 if menu, group and introduction of both languages have been read.',
    registers,
    collect() {
      this.set(Number(isReady()));
    },
  });
  new Gauge({
    name: 'plinth_data_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR.',
    registers,
    async collect() {
      this.set(await freeBytes(dataDir));
    },
  });
  new Gauge({
    name: 'plinth_backup_age_seconds',
    help: 'Age of the last complete backup that this machine wrote; infinite if there is none.',
    aggregator: 'min',
    registers,
    async collect() {
      this.set((await lastBackup(dataDir)).ageS);
    },
  });
  new Gauge({
    name: 'plinth_backup_missing_files',
    help: 'Files of applications that the last backup could not copy.',
    aggregator: 'max',
    registers,
    async collect() {
      this.set((await lastBackup(dataDir)).missing);
    },
  });
  new Gauge({
    name: 'plinth_file_checks_waiting',
    help: 'Files that wait for their check.',
    registers,
    collect() {
      this.set(checkCounts().waiting);
    },
  });
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
  new Gauge({
    name: 'plinth_deliveries_waiting',
    help: 'Deliveries that wait, those that are retried later included.',
    labelNames: ['channel'],
    registers,
    async collect() {
      for (const channel of channels) this.set({ channel }, 0);
      for (const { channel, waiting } of await waitingDeliveries()) this.set({ channel }, waiting);
    },
  });
  new Gauge({
    name: 'plinth_deliveries_oldest_seconds',
    help: 'Age of the oldest application that waits for a delivery; 0 if none waits.',
    registers,
    async collect() {
      const ages = (await waitingDeliveries()).map(({ oldestAt }) => (store.now() - oldestAt) / 1000);
      this.set(Math.max(0, ...ages));
    },
  });
  new Gauge({
    name: 'plinth_store_away',
    help: '1 if a part of the store failed its last check.',
    labelNames: ['part'],
    registers,
    collect() {
      const unavailable = unavailableParts();
      for (const part of STORE_PARTS) this.set({ part }, Number(unavailable.includes(part)));
    },
  });
  if (!connections) return;
  new Gauge({
    name: 'plinth_database_connections',
    help: 'Connections to the database: busy, idle; waiting are the queries that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
}
