import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Slot, SlotWorker } from './slot.ts';

/** The time that a new worker has to start, and then to get its content, in milliseconds. */
export const START_MS = 30_000;
const CONTENT_MS = 10_000;

type Options = {
  slots: readonly Slot[];
  fork: (slot: number) => SlotWorker;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
};

/**
 * Replaces all workers, one at a time, each old one when the new one has its content. A new one that does not start ends the
 * rolling restart, and the old ones go on, so that a broken build takes nothing away.
 */
export function createRoll({ slots, fork, log }: Options) {
  let isRolling = false;
  let isAskedAgain = false;
  let isOver = false;

  async function renew(slot: Slot, number: number): Promise<boolean> {
    const worker = fork(number);
    if (!(await comes(worker.listening, worker, START_MS))) {
      worker.kill();
      return false;
    }
    if (!(await comes(worker.ready, worker, CONTENT_MS)))
      log.warn({ worker: worker.pid }, 'a new worker has no content yet');
    const old = slot.current();
    if (isOver || worker.state.hasEnded) return false;
    slot.put(worker);
    old?.drain(false);
    await old?.ended;
    return true;
  }

  async function rollOnce(): Promise<void> {
    log.info('rolling restart: begun');
    for (const [number, slot] of slots.entries()) {
      if (isOver) return;
      if (await renew(slot, number)) continue;
      if (!isOver) log.error('rolling restart: a new worker did not start, the old ones go on');
      return;
    }
    log.info('rolling restart: done');
  }

  return {
    /** Runs once more where it is asked for while it runs, however often. */
    async start(): Promise<void> {
      isAskedAgain = true;
      if (isRolling) return;
      isRolling = true;
      while (isAskedAgain && !isOver) {
        isAskedAgain = false;
        await rollOnce();
      }
      isRolling = false;
    },
    /** No worker is replaced from now on. */
    stop(): void {
      isOver = true;
    },
  };
}

/** Whether something comes from a worker in time, and before its end. */
const comes = (event: Promise<void>, worker: SlotWorker, ms: number): Promise<boolean> =>
  Promise.race([event.then(() => true), worker.ended.then(() => false), wait(ms, false, { ref: false })]);
