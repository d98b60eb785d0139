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
 * Data store of `@tus/server` for one request of a draft's upload. The bytes of each request become a separate stored file, in a
 * folder and in a bucket. The last chunk is stored only with the complete file, so that an offset never counts bytes that could be
 * lost.
 */
export class DraftStore extends DataStore {
  override readonly extensions = TUS_EXTENSIONS;
  readonly #services: UploadServices;
  readonly #store: UploadServices['store'];
  readonly #draft: Draft;
  readonly #client: UploadClient;
  readonly #onResumed: (offset: number) => void;
  /** Whether the request creates an upload. It may include the first chunk. */
  #isCreation = false;

  /** `onResumed` is called when a creation finds an unfinished upload of the same file. */
  constructor(
    services: UploadServices,
    draft: Draft,
    client: UploadClient,
    onResumed: (offset: number) => void,
  ) {
    super();
    this.#services = services;
    this.#store = services.store;
    this.#draft = draft;
    this.#client = client;
    this.#onResumed = onResumed;
  }

  /** Returns the lifetime of the draft, which each chunk extends. */
  override getExpiration(): number {
    return DRAFT_DAYS * DAY_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const file = { ...readMetadata(upload.metadata), bytes: upload.size ?? 0 };
    const refusal = await findRefusal(this.#store, this.#draft, file.name);
    if (refusal) throw new RefusedFileError(refusal.code, refusal);
    if (file.bytes === 0) throw new RefusedFileError('fileEmpty');
    const begun = await this.#store.resumableUploads.begin(this.#draft.id, file);
    if ('refused' in begun) {
      if (begun.refused === 'notOpen') throw new SiteError('gone');
      throw new RefusedFileError(begun.refused);
    }
    upload.id = begun.id;
    this.#isCreation = true;
    if (begun.received > 0) this.#onResumed(begun.received);
    else this.#services.metrics.uploads.inc({ event: 'begun' });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes, offset, metadata } = await this.#find(id);
    return new Upload({
      id,
      size: bytes,
      offset,
      metadata: metadata === '' ? undefined : Metadata.parse(metadata),
      // Makes `Upload-Expires` equal to the draft's expiry.
      creation_date: new Date(expiryOf(this.#draft) - this.getExpiration()).toISOString(),
    });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#find(id);
    if (await this.#store.isFull()) throw new RefusedFileError('diskFull');
    const chunk = await receiveFile(this.#store.fileStore, untilCut(stream));
    try {
      if (chunk.bytes === 0) return upload.offset;
      if (!(await takeBytes(this.#services, this.#draft, this.#client.ip, chunk.bytes)))
        throw new RefusedFileError(CLIENT_LIMITS.kilobytes.message);
      if (offset !== upload.offset) throw ERRORS.INVALID_OFFSET;
      const end = offset + chunk.bytes;
      if (end < upload.bytes && chunk.bytes < MIN_CHUNK_BYTES) {
        // A creation may discard the bytes, because its response reports the unchanged offset.
        if (this.#isCreation) return upload.offset;
        throw CHUNK_TOO_SHORT;
      }
      await (end < upload.bytes ? this.#storeChunk(upload, chunk) : this.#finish(upload, chunk));
      return end;
    } finally {
      await this.#store.fileStore.discard(chunk.upload).catch(() => undefined);
    }
  }

  override async remove(id: string): Promise<void> {
    const { fileId } = await this.#find(id);
    if (fileId === null) await this.#store.resumableUploads.remove(this.#draft.id, id);
    else await this.#store.drafts.removeFile(this.#draft.id, fileId);
  }

  /** Finds an upload of this draft only. */
  async #find(id: string): Promise<ResumableUpload> {
    const { resumableUploads } = this.#store;
    const draft = this.#draft;
    if (draft.reference !== null && (await resumableUploads.isKnown(draft.id, id)))
      throw new SiteError('gone');
    const upload = await resumableUploads.get(draft.id, id);
    if (!upload) throw new SiteError('notFound');
    return upload;
  }

  async #storeChunk(
    { id, offset: position }: ResumableUpload,
    { bytes, upload }: ReceivedFile,
  ): Promise<void> {
    const { fileStore, resumableUploads } = this.#store;
    const storedName = await fileStore.commit(upload);
    const outcome = await resumableUploads.addChunk(this.#draft.id, id, { position, bytes, storedName });
    if (outcome === 'kept') return;
    await fileStore.remove(storedName);
    throw outcome === 'conflict' ? ERRORS.INVALID_OFFSET : new SiteError('gone');
  }

  /** Checks, scans and stores the complete file. Removes all chunks if it is refused. */
  async #finish({ id, name, bytes }: ResumableUpload, last: ReceivedFile): Promise<void> {
    const { fileStore, resumableUploads } = this.#store;
    const draft = this.#draft;
    const whole = last.bytes === bytes ? last : await receiveFile(fileStore, this.#join(id, last));
    // Another machine has continued this upload.
    if (whole.bytes !== bytes) {
      await fileStore.discard(whole.upload);
      throw ERRORS.INVALID_OFFSET;
    }
    const options = { client: this.#client, uploadId: id };
    const outcome = await storeFile(this.#services, draft, name, whole, options);
    if ('code' in outcome) {
      await resumableUploads.remove(draft.id, id);
      throw new RefusedFileError(outcome.code, outcome);
    }
    if (outcome.file.id === undefined) throw new SiteError('gone');
  }

  /** Yields the stored chunks of a file and its last chunk, which is still a temporary file. */
  async *#join(id: string, last: ReceivedFile): AsyncGenerator<Buffer> {
    for (const { storedName } of await this.#store.resumableUploads.chunks(id))
      yield* await this.#store.fileStore.open(storedName);
    yield* createReadStream(last.upload.path);
  }
}

/** Yields bytes until the connection is lost. Only protocol errors, which have a status, are rethrown. */
async function* untilCut(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    if (typeof (error as { status_code?: unknown }).status_code === 'number') throw error;
  }
}
