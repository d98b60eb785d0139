import type { ServerResponse } from 'node:http';
import { ERRORS, type Locker, Server } from '@tus/server';
import type { Request, Response } from 'express';
import { MAX_FILE_BYTES } from '../../rules/limits.ts';
import { DraftStore, type DraftStoreOptions, RefusedUpload } from './draft-store.ts';

type TusResponse = { status_code: number; headers?: Record<string, string>; body: string };

type Options = DraftStoreOptions & {
  /** The upload of the address; undefined for a creation. */
  id: string | undefined;
  locker: Locker;
  urlOf: (id: string) => string;
  onFailed: (error: unknown) => TusResponse;
  /** Returns the response to a complete file; undefined for the protocol's own 204. */
  onFinished: () => Promise<TusResponse | undefined>;
};

/** Handles one request of the protocol (https://tus.io/protocols/resumable-upload) with a server of its own: drafts stay separate. */
export function handleTus(options: Options, request: Request, response: Response): Promise<void> {
  endWithoutCallback(response);
  dropForwardedProtocol(request);
  return createServer(options).handle(request, response);
}

const createServer = ({ id, locker, urlOf, onFailed, onFinished, ...options }: Options): Server =>
  new Server({
    path: '/uploads',
    datastore: new DraftStore(options),
    locker,
    // A preempted holder stores what has arrived and waits for nothing else.
    lockDrainTimeout: 1,
    maxSize: MAX_FILE_BYTES,
    allowedOrigins: () => false,
    getFileIdFromRequest: () => id,
    generateUrl: (_request, { id: uploadId }) => urlOf(uploadId),
    onResponseError: (_request, error) =>
      onFailed(error === ERRORS.ERR_MAX_SIZE_EXCEEDED ? new RefusedUpload({ code: 'fileTooBig' }) : error),
    onUploadFinish: async () => (await onFinished()) ?? ({} as TusResponse),
  });

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
