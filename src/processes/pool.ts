import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ContentChange } from '../backend/content-hook.ts';
import { UPLOAD_DRAIN_MS } from './connections.ts';
import { createRoll } from './roll.ts';
import { createSlot, type Slot, type SlotWorker } from './slot.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A worker that has not ended so long after its drain is killed, in milliseconds. */
const END_MS = 3000;

/** The number of looks for a moment in which no connection waits: at least a second's where no worker is free. */
const MAX_LOOKS = 1000;

/** The slot whose worker does the housekeeping. */
const HOUSEKEEPER = 0;

type Options = {
  size: number;
  fork: () => WorkerProcess;
  /** The content backend's address, as soon as workers may begin. */
  baseUrl: Promise<string>;
  log: Logger;
};

/** The worker processes: as many slots as there shall be workers. */
export function createPool({ size, fork, baseUrl, log }: Options) {
  const alive = new Set<SlotWorker>();

  function forkFor(number: number): SlotWorker {
    const worker = fork();
    alive.add(worker);
    baseUrl.then(
      (url) => worker.start({ baseUrl: url, isHousekeeper: number === HOUSEKEEPER }),
      () => worker.kill(),
    );
    void worker.ended.then(() => alive.delete(worker));
    return worker;
  }

  const slots: Slot[] = Array.from({ length: size }, (_, number) =>
    createSlot({ fork: () => forkFor(number), log }),
  );
  const roll = createRoll({ slots, fork: forkFor, log });

  const takers = (): SlotWorker[] => [...alive].filter((worker) => worker.takesConnections());

  /** The last worker that leaves closes the port, which cuts connections that wait in the kernel or for a worker. */
  async function untilNobodyWaits(): Promise<void> {
    for (let looks = 0, before = -1; looks < MAX_LOOKS && takers().length > 0; looks += 1) {
      const isAnyFree = takers().some((worker) => worker.isFree());
      const given = takers().reduce((sum, worker) => sum + worker.given(), 0);
      // After a turn of the event loop in which nobody came, the kernel holds no connection.
      if (isAnyFree && given === before) return;
      before = given;
      if (!isAnyFree) await wait(1);
      await turn();
    }
  }

  return {
    /** Resolves when every slot has a worker that listens; rejects where one of them does not start. */
    async start(): Promise<void> {
      const first = slots.map((slot, number) => ({ slot, worker: forkFor(number) }));
      const failed = first.map(({ worker }) =>
        worker.ended.then(() => Promise.reject(new Error('a worker could not start'))),
      );
      await Promise.race([Promise.all(first.map(({ worker }) => worker.listening)), ...failed]);
      for (const { slot, worker } of first) slot.put(worker);
    },

    takesConnections: () => takers().length > 0,

    /** Has every worker hear of a change. */
    tell(change: ContentChange): void {
      for (const worker of alive) worker.tell(change);
    },

    roll: () => roll.start(),

    /** Resolves when all workers have answered what they had to and ended. */
    async drain(isHurried: boolean): Promise<void> {
      roll.stop();
      for (const slot of slots) slot.close();
      await untilNobodyWaits();
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
