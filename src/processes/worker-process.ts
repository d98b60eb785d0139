import cluster from 'node:cluster';
import type { ContentChange } from '../backend/content-hook.ts';
import { watchHandover } from './handover.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { createPulse } from './pulse.ts';

export type End = { code: number | null; signal: string | null };
type Start = Omit<Extract<ToWorker, { type: 'start' }>, 'type'>;

type Options = {
  /** Whether other workers take connections. */
  hasOthers: () => boolean;
  /** Called before a worker that hangs is killed. */
  onHang: (pid: number | undefined) => void;
  /** Called with a change that all workers shall hear of. */
  onContentChange: (change: ContentChange) => void;
};

/**
 * Starts a worker, which loads its program at once and opens nothing before it gets `start`. `listening` and `ready` stay
 * pending where it ends before.
 */
export function forkWorker({ hasOthers, onHang, onContentChange }: Options) {
  const startedAt = Date.now();
  const worker = cluster.fork();
  const listening = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<End>();
  const state = { isListening: false, isLeaving: false, hasEnded: false };
  const handover = watchHandover(worker, hasOthers);
  const pulse = createPulse(() => {
    onHang(worker.process.pid);
    kill();
  });
  // A worker that gets no message has ended, or is about to.
  const send = (message: ToWorker): void => void (worker.isConnected() && worker.send(message, ignored));

  worker.on('error', ignored);
  worker.once('listening', () => {
    state.isListening = true;
    pulse.beat();
    listening.resolve();
  });
  worker.once('exit', (code, signal) => {
    pulse.stop();
    state.hasEnded = true;
    ended.resolve({ code, signal });
  });
  worker.on('message', (message: ToPrimary) => {
    switch (message.type) {
      case 'alive':
        return pulse.beat();
      case 'ready':
        return ready.resolve();
      case 'metrics':
        return void sendMetrics();
      case 'contentChanged':
        return onContentChange(message.change);
    }
  });

  /** The figures of all workers as one, in Prometheus' text format, unless a worker does not answer. */
  async function sendMetrics(): Promise<void> {
    // The start does not wait for this import.
    const { default: prometheus } = await import('prom-client');
    const figures = await new prometheus.AggregatorRegistry().clusterMetrics().then(
      (text) => ({ text }),
      (error: Error) => ({ reason: error.message }),
    );
    send({ type: 'metrics', ...figures });
  }

  function kill(): void {
    worker.process.kill('SIGKILL');
  }

  return {
    pid: worker.process.pid,
    state: state as Readonly<typeof state>,
    listening: listening.promise,
    ready: ready.promise,
    ended: ended.promise,
    livedMs: () => Date.now() - startedAt,
    takesConnections: () => state.isListening && !state.isLeaving && worker.isConnected(),
    isFree: handover.isFree,
    given: handover.given,
    start: (start: Start): void => send({ type: 'start', ...start }),
    tell: (change: ContentChange): void => send({ type: 'contentChanged', change }),
    /** The worker gets no more connections, and ends when its requests are answered; one that does not listen yet ends at once. */
    drain(isHurried: boolean): void {
      if (!state.isListening) kill();
      if (state.isLeaving) return;
      state.isLeaving = true;
      send({ type: 'drain', isHurried });
      if (worker.isConnected()) worker.disconnect();
    },
    kill,
  };
}

export type WorkerProcess = ReturnType<typeof forkWorker>;

/** A broken channel means that the worker has ended, which `exit` reports. */
function ignored(): void {}
