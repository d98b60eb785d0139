import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { ToWorker } from './worker.ts';

/** Missed heartbeats after which a worker is killed; loading the program may take longer. */
export const MAX_MISSED = 9;
const MAX_MISSED_AT_START = 30;

export type Child = ReturnType<typeof createChild>;

/** State of a worker. `missed` counts the primary's ticks, not time: a suspended machine says nothing about its workers. */
export const createChild = (worker: Worker, slot: number) => ({
  worker,
  slot,
  startedAt: performance.now(),
  missed: MAX_MISSED - MAX_MISSED_AT_START,
  isListening: false,
  isLeaving: false,
  ready: Promise.withResolvers<boolean>(),
  ended: Promise.withResolvers<void>(),
});

/** Does nothing if the worker has ended or is about to, which `exit` reports. */
export function send({ worker }: Child, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

export const killChild = ({ worker }: Child): void => void worker.process.kill('SIGKILL');

export async function sendMetrics(child: Child): Promise<void> {
  const metrics = await new AggregatorRegistry().clusterMetrics().then(
    (text) => ({ text }),
    (error: Error) => ({ reason: error.message }),
  );
  send(child, { type: 'metrics', ...metrics });
}
