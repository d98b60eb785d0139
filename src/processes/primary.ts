import cluster from 'node:cluster';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { distDir } from '../config/build-info.ts';
import { MAX_SHUTDOWN_MS } from '../http/shutdown.ts';
import { type Child, createChild, killChild, MAX_MISSED, send, sendMetrics } from './child.ts';
import { onSignals } from './signals.ts';
import { HEARTBEAT_MS, type ToPrimary } from './worker.ts';

/** Heartbeats without any listening worker after which the primary exits. */
const MAX_WITHOUT_WORKER = 30;

/** A worker that ends earlier than this is restarted with back-off. */
const STEADY_MS = 10_000;
const MIN_BACK_OFF_MS = 1000;
const MAX_BACK_OFF_MS = 30_000;

/** Time for a new worker of a rolling restart to read its content, and for a drained one to end after its own limit. */
const READY_MS = 30_000;
const KILL_AFTER_MS = MAX_SHUTDOWN_MS + 2000;

/** The worker of this slot does the housekeeping of this machine. */
const HOUSEKEEPER = 0;

type Options = { count: number; baseUrl: string; log: Logger };

/** Runs `count` workers. Resolves when all of them listen. */
export async function runPrimary(options: Options): Promise<void> {
  // Workers accept connections themselves, so none waits for a worker that hangs or was killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: path.join(distDir, 'server.js') });
  const { start, ...actions } = createWorkers(options);
  onSignals({ log: options.log, ...actions });
  await start();
}

/** Keeps one worker running in each slot. */
function createWorkers({ count, baseUrl, log }: Options) {
  const slots = Array.from({ length: count }, (_, slot) => slot);
  const children = new Set<Child>();
  const quickEnds = slots.map(() => 0);
  let hasListened = false;
  let isEnding = false;
  let isRolling = false;
  let isRollRequested = false;
  let ticksWithoutWorker = 0;

  const current = (slot: number): Child | undefined =>
    [...children].find((child) => child.slot === slot && !child.isLeaving);

  function fork(slot: number): Child {
    const child = createChild(cluster.fork(), slot);
    const { worker } = child;
    children.add(child);
    worker.once('listening', () => {
      child.isListening = true;
      hasListened = true;
    });
    worker.on('message', (message: ToPrimary) => {
      child.missed = 0;
      if (message.type === 'ready') child.ready.resolve(true);
      if (message.type === 'contentChanged') for (const other of children) send(other, message);
      if (message.type === 'metrics') void sendMetrics(child);
    });
    worker.on('error', ({ message }) => {
      // Without an id the process was not created. Otherwise a message was not delivered, and `exit` follows.
      if (worker.process.pid === undefined) ended(child, { reason: message });
    });
    worker.once('exit', (code, signal) => ended(child, { code, signal }));
    send(child, { type: 'start', baseUrl, isHousekeeper: slot === HOUSEKEEPER });
    return child;
  }

  function ended(child: Child, end: object): void {
    if (!children.delete(child)) return;
    child.ended.resolve();
    child.ready.resolve(false);
    if (child.isLeaving || isEnding) return;
    if (!hasListened && child.worker.process.exitCode) exit('a worker could not start', end);
    const isSteady = performance.now() - child.startedAt >= STEADY_MS;
    restart(child.slot, isSteady, { worker: child.worker.process.pid, ...end });
  }

  function restart(slot: number, isSteady: boolean, reason: object): void {
    const attempts = isSteady ? 0 : (quickEnds[slot] ?? 0) + 1;
    quickEnds[slot] = attempts;
    const waitMs = attempts === 0 ? 0 : Math.min(MAX_BACK_OFF_MS, MIN_BACK_OFF_MS * 2 ** (attempts - 1));
    log.warn({ ...reason, waitMs }, 'a worker died and is replaced');
    setTimeout(() => fill(slot), waitMs);
  }

  function fill(slot: number): void {
    if (isEnding || current(slot)) return;
    try {
      fork(slot);
    } catch (error) {
      restart(slot, false, { reason: (error as Error).message });
    }
  }

  /** A worker finishes its requests; one that does not listen yet is killed. */
  function drainChild(child: Child, isHurried: boolean): Promise<void> {
    child.isLeaving = true;
    if (child.isListening) {
      send(child, { type: 'drain', isHurried });
      setTimeout(() => killChild(child), KILL_AFTER_MS).unref();
    } else killChild(child);
    return child.ended.promise;
  }

  const kill = (): void => children.forEach(killChild);

  function exit(message: string, end: object = {}): never {
    log.fatal(end, message);
    kill();
    process.exit(1);
  }

  function tick(): void {
    for (const child of children) {
      child.missed += 1;
      if (child.missed <= MAX_MISSED) continue;
      log.error({ worker: child.worker.process.pid }, 'a worker hangs and is killed');
      killChild(child);
    }
    ticksWithoutWorker = [...children].some(({ isListening }) => isListening) ? 0 : ticksWithoutWorker + 1;
    if (ticksWithoutWorker >= MAX_WITHOUT_WORKER && !isEnding)
      exit('no worker could be started: the process exits');
  }

  /** Starts a successor, and drains the old worker when it has its content. */
  async function rollSlot(slot: number): Promise<void> {
    const old = current(slot);
    const child = fork(slot);
    const timeout = wait(READY_MS, undefined, { ref: false }).then(() => child.isListening);
    if (await Promise.race([child.ready.promise, timeout])) return old && drainChild(old, false);
    killChild(child);
    throw new Error('a new worker did not start, the old ones continue');
  }

  return {
    /** Resolves when every slot has a worker that listens. */
    async start(): Promise<void> {
      setInterval(tick, HEARTBEAT_MS).unref();
      for (const slot of slots) fill(slot);
      while (!slots.every((slot) => current(slot)?.isListening)) await wait(10);
    },

    /** Replaces every worker, one after the other. */
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
      await Promise.all(Array.from(children, (child) => drainChild(child, isHurried)));
    },

    kill,
  };
}
