import type { ServerResponse } from 'node:http';
import type { Locker } from '@tus/server';
import type { Request, Response } from 'express';

export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];

/** Adapts a request and its response to `@tus/server`. */
export function adaptToTus(request: Request, response: Response): void {
  dropForwardedProtocol(request);
  dropEndCallback(response);
}

/** Removes `X-Forwarded-Proto`. `@tus/server` ignores it but rejects lists of protocols, which chained proxies send. */
function dropForwardedProtocol(request: Request): void {
  request.rawHeaders = request.rawHeaders.filter(
    (_text, at, all) => all[at - (at % 2)]?.toLowerCase() !== 'x-forwarded-proto',
  );
}

/** Drops the callback of `end(callback)`, which `@tus/server` calls without a body, because express-session treats it as bytes. */
function dropEndCallback(response: ServerResponse): void {
  const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.end = (...parameters: unknown[]) => {
    const [callback] = parameters;
    if (typeof callback !== 'function') return end(...parameters);
    response.once('close', () => callback());
    return end();
  };
}

type Holder = { release: () => void; ended: Promise<void> };

/**
 * Creates upload locks for this process. Unlike the library's locks, they do not poll. A newer request for the same lock preempts
 * the holder, which may be a dead connection, and waits until the holder has stored the received bytes. Between processes, the
 * draft's database row decides (`addChunk`).
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
