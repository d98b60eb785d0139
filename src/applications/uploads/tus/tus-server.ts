import type { Locker } from '@tus/server';
import type { Request, Response } from 'express';

export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];

/** Adapts a request and its response to `@tus/server`. */
export function adaptToTus(request: Request, response: Response): void {
  // The library ignores this header, but rejects the lists of protocols that chained proxies send.
  request.rawHeaders = request.rawHeaders.filter(
    (_text, at, all) => all[at - (at % 2)]?.toLowerCase() !== 'x-forwarded-proto',
  );
  // The library calls `end(callback)` without a body. express-session would treat the callback as bytes.
  const end = response.end.bind(response) as (...parameters: unknown[]) => Response;
  response.end = (...parameters: unknown[]) => {
    const [callback] = parameters;
    if (typeof callback !== 'function') return end(...parameters);
    response.once('close', () => callback());
    return end();
  };
}

type Holder = { release: () => void; ended: Promise<void> };

/**
 * Creates upload locks for this process, which do not poll like the library's. A newer request preempts the holder, which may be a
 * dead connection, and waits until it has stored the received bytes. Between processes, the database decides (`addChunk`).
 */
export function createLocker(): Locker {
  const holders = new Map<string, Holder>();
  return {
    newLock(id) {
      let unlock = (): void => undefined;
      return {
        async lock(_signal, release) {
          for (let holder = holders.get(id); holder; holder = holders.get(id)) {
            holder.release();
            await holder.ended;
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
