import type { Locker } from '@tus/server';

type Holder = { release: () => void; ended: Promise<void> };

/**
 * Locks of uploads within this process: who asks for one that is held has its holder end at once, with what has come, and waits for
 * that. A line that has broken without a word would otherwise hold up its visitor's next one. Between processes the draft's row
 * in the database decides (`addPiece`).
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
