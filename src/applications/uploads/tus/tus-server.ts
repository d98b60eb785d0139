import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { ERRORS, type Locker, Server } from '@tus/server';
import type { Request, Response } from 'express';
import { MAX_FILE_BYTES } from '../../rules/limits.ts';
import type { UploadServices } from '../store-file.ts';
import { DraftStore, RefusedUploadError, type UploadRequest } from './draft-store.ts';

export type TusResponse = { status_code: number; headers?: Record<string, string>; body: string };

/** One request of the protocol. */
type TusRequest = UploadRequest & {
  /** The upload of the address; undefined for a creation. */
  id: string | undefined;
  urlOf: (id: string) => string;
  onFailed: (error: unknown) => TusResponse;
  /** Returns the response to a complete file; undefined for the protocol's own 204. */
  onFinished: () => Promise<TusResponse | undefined>;
};

export type TusServer = ReturnType<typeof createTusServer>;

/** Server of https://tus.io/protocols/resumable-upload. Its data store and callbacks find the draft of a request by its async context. */
export function createTusServer(services: UploadServices) {
  const requests = new AsyncLocalStorage<TusRequest>();
  function current(): TusRequest {
    const request = requests.getStore();
    if (!request) throw new Error('not in a request of the protocol');
    return request;
  }
  const server = new Server({
    path: '/uploads',
    datastore: new DraftStore(services, current),
    locker: createLocker(),
    // A preempted holder stores what has arrived and waits for nothing else.
    lockDrainTimeout: 1,
    maxSize: MAX_FILE_BYTES,
    allowedOrigins: () => false,
    getFileIdFromRequest: () => current().id,
    generateUrl: (_request, { id }) => current().urlOf(id),
    onResponseError: (_request, error) =>
      current().onFailed(
        error === ERRORS.ERR_MAX_SIZE_EXCEEDED ? new RefusedUploadError({ code: 'fileTooBig' }) : error,
      ),
    onUploadFinish: async () => (await current().onFinished()) ?? ({} as TusResponse),
  });
  return {
    handle(upload: TusRequest, request: Request, response: Response): Promise<void> {
      endWithoutCallback(response);
      dropForwardedProtocol(request);
      return requests.run(upload, () => server.handle(request, response));
    },
  };
}

/** `@tus/server` uses no `X-Forwarded-Proto`, but refuses lists of protocols, which chains of proxies send. */
function dropForwardedProtocol(request: Request): void {
  request.rawHeaders = request.rawHeaders.filter(
    (_text, at, all) => all[at - (at % 2)]?.toLowerCase() !== 'x-forwarded-proto',
  );
}

/** `@tus/server` ends a response without a body by `end(callback)`, and express-session takes the callback for bytes. */
function endWithoutCallback(response: ServerResponse): void {
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
