import type { Logger } from 'pino';
import { createBackOff } from './back-off.ts';
import type { End, WorkerProcess } from './worker-process.ts';

export type SlotWorker = Pick<
  WorkerProcess,
  | 'pid'
  | 'state'
  | 'listening'
  | 'ready'
  | 'ended'
  | 'livedMs'
  | 'takesConnections'
  | 'isFree'
  | 'given'
  | 'drain'
  | 'kill'
>;

type Options = { fork: () => SlotWorker; log: Pick<Logger, 'warn'> };

/** A slot always has a worker: one that dies is replaced, later where it died soon after its start. */
export function createSlot({ fork, log }: Options) {
  const backOff = createBackOff();
  let current: SlotWorker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function put(worker: SlotWorker): void {
    clearTimeout(timer);
    current = worker;
    void worker.ended.then((end) => {
      if (current === worker && !isClosed) replace(worker, end);
    });
  }

  function replace(worker: SlotWorker, end: End): void {
    const waitMs = backOff.next(worker.livedMs());
    log.warn({ worker: worker.pid, ...end, waitMs }, 'a worker died and is replaced');
    timer = setTimeout(() => put(fork()), waitMs);
  }

  return {
    current: () => current,
    put,
    /** No worker is replaced from now on. */
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

export type Slot = ReturnType<typeof createSlot>;
