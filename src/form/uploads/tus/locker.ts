import type { Locker } from '@tus/server';

type Holder = { release: () => void; ended: Promise<void> };

/**
 * Locks of uploads within this process. A newer request for the same lock preempts the holder, which may be a dead connection, and waits
 * until it has stored what has arrived. Between processes the draft's database row decides (`addPiece`).
 */
export function createLocker(): Locker {
  const holders = new Map<string, Holder>();
  return {
    newLock(id) {
      let unlock = (): void => undefined;
      return {
        async lock(_signal, release) {
          for (let held = holders.get(id); held; held = holders.get(id)) {
            held.release();
            await held.ended;
          }
          const { promise: ended, resolve } = Promise.withResolvers<void>();
          holders.set(id, { release: () => void release(), ended });
          unlock = () => {
            holders.delete(id);
            resolve();
          };
        },
        unlock: async () => unlock(),
      };
    },
  };
}
