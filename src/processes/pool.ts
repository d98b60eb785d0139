import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { UPLOAD_DRAIN_MS } from './connections.ts';
import { createRoll } from './roll.ts';
import { createSlot, type Slot, type SlotWorker } from './slot.ts';
import type { Start, WorkerProcess } from './worker-process.ts';

/** What a worker may take beyond its drain to end, in milliseconds; then it is killed. */
const END_MS = 3000;

/** The slot whose worker does the housekeeping. */
const HOUSEKEEPER = 0;

type Options = {
  size: number;
  fork: () => WorkerProcess;
  /** Called when connections that waited may be given to a worker. */
  onListening: () => void;
  /** The content backend's address, as soon as workers may begin. */
  baseUrl: Promise<string>;
  log: Logger;
};

/** The worker processes: so many slots, each with a worker. */
export function createPool({ size, fork, onListening, baseUrl, log }: Options) {
  const alive = new Set<SlotWorker>();

  function forkFor(number: number): SlotWorker {
    const worker = fork();
    alive.add(worker);
    const start = (url: string): Start => ({ baseUrl: url, isHousekeeper: number === HOUSEKEEPER });
    baseUrl.then(
      (url) => worker.start(start(url)),
      () => worker.kill(),
    );
    void worker.listening.then(onListening);
    void worker.ended.then(() => alive.delete(worker));
    return worker;
  }

  const slots: Slot[] = Array.from({ length: size }, (_, number) =>
    createSlot({ fork: () => forkFor(number), log }),
  );
  const roll = createRoll({ slots, fork: forkFor, log });

  return {
    /** Resolves when every slot has a worker that listens; rejects where one of them does not start. */
    async start(): Promise<void> {
      const first = slots.map((slot, number) => ({ slot, worker: forkFor(number) }));
      const failed = first.map(({ worker }) =>
        worker.ended.then(() => Promise.reject(new Error('a worker could not start'))),
      );
      await Promise.race([Promise.all(first.map(({ worker }) => worker.listening)), ...failed]);
      for (const { slot, worker } of first) slot.put(worker);
      onListening();
    },

    /** The workers that connections may be given to. */
    workers: (): SlotWorker[] => slots.map((slot) => slot.current()).filter((worker) => worker !== undefined),

    roll: () => roll.start(),

    /** Resolves when all workers have answered what they had to and ended. */
    async drain(isHurried: boolean): Promise<void> {
      roll.stop();
      for (const slot of slots) slot.close();
      for (const worker of alive) worker.drain(isHurried);
      const ended = Promise.all([...alive].map((worker) => worker.ended));
      await Promise.race([ended, wait(UPLOAD_DRAIN_MS + END_MS)]);
      this.kill();
    },

    kill(): void {
      for (const worker of alive) worker.kill();
    },
  };
}

export type Pool = ReturnType<typeof createPool>;
