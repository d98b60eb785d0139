import { ERRORS, type Locker, Server } from '@tus/server';
import { MAX_FILE_BYTES } from '../../rules/limits.ts';
import { DraftStore, type DraftStoreParts } from './draft-store.ts';
import { RefusedUpload } from './refused-upload.ts';

type Answer = { status_code: number; headers?: Record<string, string>; body: string };

type Parts = DraftStoreParts & {
  /** The upload that the address names; undefined where one is begun. */
  id: string | undefined;
  locker: Locker;
  urlOf: (id: string) => string;
  /** What is answered of a failure. */
  failed: (error: unknown) => Answer;
  /** What is answered when a file has come whole, where it is not the protocol's own 204. */
  finished: () => Promise<Answer | undefined>;
};

/**
 * The protocol for one request of one draft: https://tus.io/protocols/resumable-upload. One server a request costs little and keeps
 * the drafts apart. Browsers of other sites are told nothing (no CORS).
 */
export const createTusServer = ({ id, locker, urlOf, failed, finished, ...parts }: Parts): Server =>
  new Server({
    path: '/uploads',
    datastore: new DraftStore(parts),
    locker,
    // A holder that is asked to end keeps what has come: nothing else is waited for.
    lockDrainTimeout: 1,
    maxSize: MAX_FILE_BYTES,
    allowedOrigins: () => false,
    getFileIdFromRequest: () => id,
    generateUrl: (_request, { id: own }) => urlOf(own),
    onResponseError: (_request, error) =>
      failed(error === ERRORS.ERR_MAX_SIZE_EXCEEDED ? new RefusedUpload({ code: 'fileTooBig' }) : error),
    onUploadFinish: async () => (await finished()) ?? ({} as Answer),
  });
