import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Metadata, Upload } from '@tus/server';
import { DAY_MS } from '../../../lib/days.ts';
import { SiteError } from '../../../lib/failures.ts';
import { cleanFileName } from '../../rules/file-types.ts';
import { CLIENT_LIMITS, DRAFT_DAYS, MIN_CHUNK_BYTES } from '../../rules/limits.ts';
import { RefusedFileError } from '../../rules/problems.ts';
import { type Draft, expiryOf } from '../../store/drafts/drafts.ts';
import type { ResumableUpload } from '../../store/drafts/resumable-uploads.ts';
import {
  findRefusal,
  type ReceivedFile,
  receiveFile,
  storeFile,
  takeBytes,
  type UploadClient,
  type UploadServices,
} from '../store-file.ts';
import { TUS_EXTENSIONS } from './tus-server.ts';

const CHUNK_TOO_SHORT = {
  status_code: 400,
  body: `A chunk has at least ${MIN_CHUNK_BYTES} bytes, except the last one of a file\n`,
};

/** Draft lifetime, which each chunk extends. */
const LIFETIME_MS = DRAFT_DAYS * DAY_MS;
const TIMESTAMP = /^\d{1,15}$/u;

function readMetadata(metadata: Record<string, string | null> = {}) {
  const time = metadata.lastModified ?? '';
  return {
    name: cleanFileName(metadata.filename ?? metadata.name ?? ''),
    modifiedAt: TIMESTAMP.test(time) ? Number(time) : null,
    metadata: Metadata.stringify(metadata),
  };
}

/**
 * Creates the data store of `@tus/server` for one request of a draft's upload. The bytes of each request become a stored file, in a
 * folder and in a bucket. The last chunk is stored only with the complete file, so that an offset never counts bytes that could be
 * lost. `onResumed` is called when a creation finds an unfinished upload of the same file.
 */
export function createDraftStore(
  services: UploadServices,
  draft: Draft,
  client: UploadClient,
  onResumed: (offset: number) => void,
): DataStore {
  const { store } = services;
  const { drafts, fileStore, resumableUploads } = store;
  /** Whether the request creates an upload. It may include the first chunk. */
  let isCreation = false;

  async function create(upload: Upload): Promise<Upload> {
    const file = { ...readMetadata(upload.metadata), bytes: upload.size ?? 0 };
    const refusal = await findRefusal(store, draft, file.name);
    if (refusal) throw new RefusedFileError(refusal.code, refusal);
    if (file.bytes === 0) throw new RefusedFileError('fileEmpty');
    const begun = await resumableUploads.begin(draft.id, file);
    if ('refused' in begun) {
      if (begun.refused === 'notOpen') throw new SiteError('gone');
      throw new RefusedFileError(begun.refused);
    }
    upload.id = begun.id;
    isCreation = true;
    if (begun.received > 0) onResumed(begun.received);
    else services.metrics.uploads.inc({ event: 'begun' });
    return upload;
  }

  async function getUpload(id: string): Promise<Upload> {
    const { bytes, offset, metadata } = await findUpload(id);
    return new Upload({
      id,
      size: bytes,
      offset,
      metadata: metadata === '' ? undefined : Metadata.parse(metadata),
      // Makes `Upload-Expires` equal to the draft's expiry.
      creation_date: new Date(expiryOf(draft) - LIFETIME_MS).toISOString(),
    });
  }

  async function write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = await findUpload(id);
    if (await store.isFull()) throw new RefusedFileError('diskFull');
    const chunk = await receiveFile(fileStore, readUntilDisconnect(stream));
    try {
      if (chunk.bytes === 0) return upload.offset;
      if (!(await takeBytes(services, draft, client.ip, chunk.bytes)))
        throw new RefusedFileError(CLIENT_LIMITS.kilobytes.message);
      if (offset !== upload.offset) throw ERRORS.INVALID_OFFSET;
      const end = offset + chunk.bytes;
      if (end < upload.bytes && chunk.bytes < MIN_CHUNK_BYTES) {
        // A creation may discard the bytes: its response reports the unchanged offset.
        if (isCreation) return upload.offset;
        throw CHUNK_TOO_SHORT;
      }
      await (end < upload.bytes ? storeChunk(upload, chunk) : finish(upload, chunk));
      return end;
    } finally {
      await fileStore.discard(chunk.temporary).catch(() => undefined);
    }
  }

  async function remove(id: string): Promise<void> {
    const { fileId } = await findUpload(id);
    if (fileId === null) await resumableUploads.remove(draft.id, id);
    else await drafts.removeFile(draft.id, fileId);
  }

  async function findUpload(id: string): Promise<ResumableUpload> {
    if (draft.reference !== null && (await resumableUploads.isKnown(draft.id, id)))
      throw new SiteError('gone');
    const upload = await resumableUploads.get(draft.id, id);
    if (!upload) throw new SiteError('notFound');
    return upload;
  }

  async function storeChunk({ id, offset: position }: ResumableUpload, chunk: ReceivedFile): Promise<void> {
    const storedName = await fileStore.commit(chunk.temporary);
    const part = { position, bytes: chunk.bytes, storedName };
    const outcome = await resumableUploads.addChunk(draft.id, id, part);
    if (outcome === 'kept') return;
    await fileStore.remove(storedName);
    throw outcome === 'conflict' ? ERRORS.INVALID_OFFSET : new SiteError('gone');
  }

  /** Checks, scans and stores the complete file. Removes all chunks if it is refused. */
  async function finish({ id, name, bytes }: ResumableUpload, last: ReceivedFile): Promise<void> {
    const whole = last.bytes === bytes ? last : await receiveFile(fileStore, join(id, last));
    // Another machine has continued this upload.
    if (whole.bytes !== bytes) {
      await fileStore.discard(whole.temporary);
      throw ERRORS.INVALID_OFFSET;
    }
    const outcome = await storeFile(services, draft, name, whole, { client, uploadId: id });
    if ('code' in outcome) {
      await resumableUploads.remove(draft.id, id);
      throw new RefusedFileError(outcome.code, outcome);
    }
    if (outcome.file.id === undefined) throw new SiteError('gone');
  }

  async function* join(id: string, last: ReceivedFile): AsyncGenerator<Buffer> {
    for (const { storedName } of await resumableUploads.chunks(id)) yield* await fileStore.open(storedName);
    yield* createReadStream(last.temporary.path);
  }

  const getExpiration = () => LIFETIME_MS;
  const methods = { create, getUpload, write, remove, getExpiration } satisfies Partial<DataStore>;
  return Object.assign(new DataStore(), { extensions: TUS_EXTENSIONS, ...methods });
}

/** Yields bytes until the connection is lost. Only protocol errors, which have a status, are rethrown. */
async function* readUntilDisconnect(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    if (typeof (error as { status_code?: unknown }).status_code === 'number') throw error;
  }
}
