import type { Logger } from 'pino';
import type { End, WorkerProcess } from './worker-process.ts';

/** A worker as its slot sees it: it has been told to start. */
export type SlotWorker = Omit<WorkerProcess, 'start'>;

/** A worker that dies sooner after its start is likely to die again at once, in milliseconds. */
export const STEADY_MS = 10_000;

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/** The wait before a replacement, in milliseconds: none after a steady life, then a second, doubled after each early death. */
export function createBackOff() {
  let quickDeaths = 0;
  return (livedMs: number): number => {
    quickDeaths = livedMs >= STEADY_MS ? 0 : quickDeaths + 1;
    return quickDeaths === 0 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (quickDeaths - 1));
  };
}

type Options = { fork: () => SlotWorker; log: Pick<Logger, 'warn'> };

/** A slot always has a worker: one that dies is replaced, later where it died soon after its start. */
export function createSlot({ fork, log }: Options) {
  const waitAfter = createBackOff();
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
    const waitMs = waitAfter(worker.livedMs());
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
