import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { MAX_SHUTDOWN_MS } from '../http/shutdown.ts';
import { HEARTBEAT_MS, type ToPrimary, type ToWorker } from './messages.ts';

/** A worker is killed after so many missed heartbeats; loading the program may take longer. */
const MAX_MISSED = 9;
const MAX_MISSED_AT_START = 30;

/** Heartbeats without any worker that listens until the primary gives up. */
const MAX_ALONE = 30;

/** A worker that ends earlier is restarted later each time. */
const STEADY_MS = 10_000;
const MIN_BACK_OFF_MS = 1000;
const MAX_BACK_OFF_MS = 30_000;

/** Time for a new worker of a rolling restart to get its content, and for a drained one to end after its own limit. */
const READY_MS = 30_000;
const KILL_AFTER_MS = MAX_SHUTDOWN_MS + 2000;

/** The slot whose worker does the housekeeping of this machine. */
const HOUSEKEEPER = 0;

type Child = ReturnType<typeof describe>;

/** State of a worker. `missed` counts the primary's ticks, not time: a suspended machine says nothing about its workers. */
const describe = (worker: Worker, slot: number) => ({
  worker,
  slot,
  startedAt: performance.now(),
  missed: MAX_MISSED - MAX_MISSED_AT_START,
  isListening: false,
  isLeaving: false,
  ready: Promise.withResolvers<true>(),
  ended: Promise.withResolvers<void>(),
});

type Options = { count: number; baseUrl: string; log: Logger };

/** Keeps `count` workers running, one in each slot. */
export function createWorkers({ count, baseUrl, log }: Options) {
  const slots = Array.from({ length: count }, (_, slot) => slot);
  const children = new Set<Child>();
  const quickEnds = slots.map(() => 0);
  let hasListened = false;
  let isEnding = false;
  let isRolling = false;
  let isRollRequested = false;
  let alone = 0;

  const current = (slot: number): Child | undefined =>
    [...children].find((child) => child.slot === slot && !child.isLeaving);

  function fork(slot: number): Child {
    const child = describe(cluster.fork(), slot);
    const { worker } = child;
    children.add(child);
    worker.once('listening', () => {
      child.isListening = true;
      hasListened = true;
    });
    worker.on('message', (message: ToPrimary) => receive(child, message));
    worker.on('error', ({ message }) => {
      // Without an id the process was not created. Otherwise a message was not delivered, and `exit` follows.
      if (worker.process.pid === undefined) ended(child, { reason: message });
    });
    worker.once('exit', (code, signal) => ended(child, { code, signal }));
    send(child, { type: 'start', baseUrl, isHousekeeper: slot === HOUSEKEEPER });
    return child;
  }

  function receive(child: Child, message: ToPrimary): void {
    child.missed = 0;
    if (message.type === 'ready') child.ready.resolve(true);
    if (message.type === 'contentChanged') for (const other of children) send(other, message);
    if (message.type === 'metrics') void sendMetrics(child);
  }

  async function sendMetrics(child: Child): Promise<void> {
    const metrics = await new AggregatorRegistry().clusterMetrics().then(
      (text) => ({ text }),
      (error: Error) => ({ reason: error.message }),
    );
    send(child, { type: 'metrics', ...metrics });
  }

  function ended(child: Child, end: object): void {
    if (!children.delete(child)) return;
    child.ended.resolve();
    if (child.isLeaving || isEnding) return;
    if (!hasListened && child.worker.process.exitCode) {
      log.fatal(end, 'a worker could not start');
      kill();
      process.exit(1);
    }
    const isSteady = performance.now() - child.startedAt >= STEADY_MS;
    restart(child.slot, isSteady, { worker: child.worker.process.pid, ...end });
  }

  function restart(slot: number, isSteady: boolean, why: object): void {
    const attempts = isSteady ? 0 : (quickEnds[slot] ?? 0) + 1;
    quickEnds[slot] = attempts;
    const waitMs = attempts === 0 ? 0 : Math.min(MAX_BACK_OFF_MS, MIN_BACK_OFF_MS * 2 ** (attempts - 1));
    log.warn({ ...why, waitMs }, 'a worker died and is replaced');
    setTimeout(() => startIn(slot), waitMs);
  }

  function startIn(slot: number): void {
    if (isEnding || current(slot)) return;
    try {
      fork(slot);
    } catch (error) {
      restart(slot, false, { reason: (error as Error).message });
    }
  }

  /** Each worker finishes its requests; one that takes no requests yet is killed. */
  function drain(child: Child, isHurried: boolean): void {
    child.isLeaving = true;
    if (!child.isListening) return void child.worker.process.kill('SIGKILL');
    send(child, { type: 'drain', isHurried });
    setTimeout(() => child.worker.process.kill('SIGKILL'), KILL_AFTER_MS).unref();
  }

  function kill(): void {
    for (const { worker } of children) worker.process.kill('SIGKILL');
  }

  function tick(): void {
    for (const child of children) {
      child.missed += 1;
      if (child.missed <= MAX_MISSED) continue;
      log.error({ worker: child.worker.process.pid }, 'a worker hangs and is killed');
      child.worker.process.kill('SIGKILL');
    }
    alone = [...children].some(({ isListening }) => isListening) ? 0 : alone + 1;
    if (alone < MAX_ALONE || isEnding) return;
    log.fatal('no worker could be started: the site ends');
    kill();
    process.exit(1);
  }

  async function rollSlot(slot: number): Promise<void> {
    const old = current(slot);
    const child = fork(slot);
    const isReady = await Promise.race([
      child.ready.promise,
      child.ended.promise.then(() => false),
      wait(READY_MS, undefined, { ref: false }).then(() => child.isListening),
    ]);
    if (!isReady) {
      child.worker.process.kill('SIGKILL');
      throw new Error('a new worker did not start, the old ones continue');
    }
    if (!old) return;
    drain(old, false);
    await old.ended.promise;
  }

  return {
    /** Resolves when every slot has a worker that listens. */
    async start(): Promise<void> {
      setInterval(tick, HEARTBEAT_MS).unref();
      for (const slot of slots) startIn(slot);
      while (!slots.every((slot) => current(slot)?.isListening)) await wait(10);
    },

    /** Replaces every worker, one after the other, once its successor has its content. */
    async roll(): Promise<void> {
      isRollRequested = true;
      if (isRolling) return;
      isRolling = true;
      while (isRollRequested && !isEnding) {
        isRollRequested = false;
        log.info('rolling restart: begun');
        try {
          for (const slot of slots) if (!isEnding) await rollSlot(slot);
          log.info('rolling restart: done');
        } catch (error) {
          log.error({ reason: (error as Error).message }, 'rolling restart: failed');
        }
      }
      isRolling = false;
    },

    /** Resolves when all workers have finished their requests and ended. */
    async drain(isHurried: boolean): Promise<void> {
      isEnding = true;
      for (const child of children) drain(child, isHurried);
      await Promise.all(Array.from(children, (child) => child.ended.promise));
    },

    kill,
  };
}

/** A worker that gets no message has ended or is about to, which `exit` reports. */
function send({ worker }: Child, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
