import { Counter, Gauge, type Registry } from 'prom-client';
import type { Attempt, Waiting } from '../store/deliveries.ts';
import type { Channel } from '../store/tables.ts';

/** Tries to deliver applications, by channel and what came of them. */
export function createDeliveryFigures(registry: Registry) {
  const tries = new Counter({
    name: 'plinth_deliveries_total',
    help: 'Tries to deliver an application: delivered, again (it failed and is repeated later), refused (given up).',
    labelNames: ['channel', 'result'],
    registers: [registry],
  });
  return { tried: (channel: Channel, result: Attempt['result']): void => tries.inc({ channel, result }) };
}

export type Outbox = {
  waiting: () => Promise<Waiting[]>;
  channels: readonly Channel[];
  /** The clock of the store, in milliseconds since 1970. */
  now: () => number;
};

/** What waits in the outbox, read when metrics are requested; nothing where it cannot be read. Each process reads the same rows. */
export function registerOutboxFigures(registry: Registry, { waiting: read, channels, now }: Outbox): void {
  new Gauge({
    name: 'plinth_deliveries_waiting',
    help: 'Deliveries that wait, those that are repeated later included.',
    labelNames: ['channel'],
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.reset();
      for (const channel of channels) this.set({ channel }, 0);
      const rows = await read().catch(() => []);
      for (const { channel, waiting } of rows) this.set({ channel }, waiting);
    },
  });
  new Gauge({
    name: 'plinth_deliveries_oldest_seconds',
    help: 'How long the application has waited whose delivery waits longest; 0 where none waits.',
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const rows = await read().catch(() => []);
      this.set(Math.max(0, ...rows.map(({ oldestAt }) => (now() - oldestAt) / 1000)));
    },
  });
}
