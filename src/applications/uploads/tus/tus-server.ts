import type { ServerResponse } from 'node:http';
import { ERRORS, type Locker, Server } from '@tus/server';
import type { Request, Response } from 'express';
import { MAX_FILE_BYTES } from '../../rules/limits.ts';
import { RefusedFileError } from '../../rules/problems.ts';
import type { UploadServices } from '../store-file.ts';
import { DraftStore, type UploadRequest } from './draft-store.ts';

type TusResponse = { status_code: number; headers?: Record<string, string>; body: string };

type TusRequest = UploadRequest & {
  /** Id of the upload in the URL. Undefined for a creation. */
  id: string | undefined;
  urlOf: (id: string) => string;
  onFailed: (error: unknown) => TusResponse;
  /** Returns the response to a complete file, or undefined for the protocol's default 204. */
  onFinished: () => Promise<TusResponse | undefined>;
};

/** Creates a handler for requests of the protocol tus (https://tus.io/protocols/resumable-upload). */
export function createTusHandler(services: UploadServices) {
  const locker = createLocker();
  return (upload: TusRequest, request: Request, response: Response): Promise<void> => {
    dropEndCallback(response);
    dropForwardedProtocol(request);
    const server = new Server({
      path: '/uploads',
      datastore: new DraftStore(services, upload),
      locker,
      // A preempted holder stores the received bytes and does not wait for more.
      lockDrainTimeout: 1,
      maxSize: MAX_FILE_BYTES,
      allowedOrigins: () => false,
      getFileIdFromRequest: () => upload.id,
      generateUrl: (_request, { id }) => upload.urlOf(id),
      onResponseError: (_request, error) =>
        upload.onFailed(error === ERRORS.ERR_MAX_SIZE_EXCEEDED ? new RefusedFileError('fileTooBig') : error),
      onUploadFinish: async () => (await upload.onFinished()) ?? ({} as TusResponse),
    });
    return server.handle(request, response);
  };
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
 * Creates upload locks for this process. A newer request for the same lock preempts the holder, which may be a dead connection, and
 * waits until the holder has stored the received bytes. Between processes, the draft's database row decides (`addChunk`).
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
