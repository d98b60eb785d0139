import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Metadata, Upload } from '@tus/server';
import { DAY_MS } from '../../../lib/days.ts';
import { SiteError } from '../../../lib/failures.ts';
import { cleanFileName, knownExtension } from '../../rules/file-types.ts';
import { DRAFT_DAYS, MIN_PIECE_BYTES } from '../../rules/limits.ts';
import type { FileRefusal } from '../../rules/problems.ts';
import { type Draft, expiryOf } from '../../store/drafts/drafts.ts';
import type { ResumableUpload } from '../../store/drafts/resumable-uploads.ts';
import type { Quota } from '../../store/rate-counters.ts';
import { newScanBudget, storeFile, type UploadServices } from '../store-file.ts';
import { compose, type Piece, receivePiece } from './receive-piece.ts';

export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];

const PIECE_TOO_SHORT = {
  status_code: 400,
  body: `A piece has at least ${MIN_PIECE_BYTES} bytes, except the last one of a file\n`,
};

/** Pattern of a timestamp. */
const TIME = /^\d{1,15}$/u;

export type UploadRequest = {
  /** Undefined if the visitor has no draft, and therefore no upload. */
  draft: Draft | undefined;
  /** Quotas in kilobytes. */
  quotas: readonly Quota[];
  /** Called when a creation finds an unfinished upload of the same file. */
  onResumed: (offset: number) => void;
  /** Set for the creation of an upload, which may include the first piece. */
  isCreation?: boolean;
};

/** Thrown when the rules for the form's files refuse an upload. */
export class RefusedUploadError extends Error {
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

type UploadMetadata = Record<string, string | null>;

/** Reads the name and the modification time of the visitor's file. */
function readMetadata(metadata: UploadMetadata = {}) {
  const time = metadata.lastModified ?? '';
  return {
    name: cleanFileName(metadata.filename ?? metadata.name ?? ''),
    modifiedAt: TIME.test(time) ? Number(time) : null,
    metadata: Metadata.stringify(metadata),
  };
}

const parseMetadata = (header: string): UploadMetadata | undefined =>
  header === '' ? undefined : Metadata.parse(header);

/**
 * Data store of `@tus/server` for draft uploads. Each PATCH becomes a separate stored file, both in a folder and in a bucket. The
 * last piece is stored only with the complete file, so that an offset never counts bytes that could be lost.
 */
export class DraftStore extends DataStore {
  override readonly extensions = TUS_EXTENSIONS;
  readonly #services: UploadServices;
  readonly #request: () => UploadRequest;

  /** `request` returns the current request. */
  constructor(services: UploadServices, request: () => UploadRequest) {
    super();
    this.#services = services;
    this.#request = request;
  }

  /** Returns the lifetime of the draft, which each piece extends. */
  override getExpiration(): number {
    return DRAFT_DAYS * DAY_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { store, metrics } = this.#services;
    const request = this.#request();
    const draft = this.#draft();
    const file = { ...readMetadata(upload.metadata), bytes: upload.size ?? 0 };
    await this.#checkFile(file);
    const begun = await store.resumableUploads.begin(draft.id, { ...file, quotas: request.quotas });
    if ('refused' in begun) {
      if (begun.refused === 'notOpen') throw new SiteError('gone');
      throw new RefusedUploadError({ code: begun.refused });
    }
    upload.id = begun.id;
    request.isCreation = true;
    if (begun.received > 0) request.onResumed(begun.received);
    else metrics.uploads.inc({ event: 'begun' });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes, offset, metadata } = await this.#find(id);
    // Makes `Upload-Expires` equal to the draft's expiry.
    const creation_date = new Date(expiryOf(this.#draft()) - this.getExpiration()).toISOString();
    return new Upload({ id, size: bytes, offset, metadata: parseMetadata(metadata), creation_date });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { store } = this.#services;
    const upload = await this.#find(id);
    if (await store.uploads.isDiskFull()) throw new RefusedUploadError({ code: 'diskFull' });
    const piece = await receivePiece(store.uploads, stream);
    try {
      if (piece.bytes === 0) return upload.offset;
      if (offset !== upload.offset) throw ERRORS.INVALID_OFFSET;
      const end = offset + piece.bytes;
      if (end < upload.bytes && piece.bytes < MIN_PIECE_BYTES) return this.#tooShort(upload);
      await (end < upload.bytes ? this.#store(upload, piece) : this.#finish(upload, piece));
      return end;
    } finally {
      await store.uploads.discard(piece.upload).catch(() => undefined);
    }
  }

  override async remove(id: string): Promise<void> {
    const { store } = this.#services;
    const draft = this.#draft();
    const { fileId } = await this.#find(id);
    if (fileId === null) await store.resumableUploads.remove(draft.id, id);
    else await store.drafts.removeFile(draft.id, fileId);
  }

  /** Finds an upload of this draft only. */
  async #find(id: string): Promise<ResumableUpload> {
    const { store } = this.#services;
    const draft = this.#draft();
    if (draft.reference !== null && (await store.resumableUploads.isKnown(draft.id, id)))
      throw new SiteError('gone');
    const upload = await store.resumableUploads.get(draft.id, id);
    if (!upload) throw new SiteError('notFound');
    return upload;
  }

  #draft(): Draft {
    const { draft } = this.#request();
    if (!draft) throw new SiteError('notFound');
    return draft;
  }

  /** Discards the bytes. A creation reports an unchanged offset, and a PATCH is rejected. */
  #tooShort({ offset }: ResumableUpload): number {
    if (this.#request().isCreation) return offset;
    throw PIECE_TOO_SHORT;
  }

  async #checkFile({ name, bytes }: { name: string; bytes: number }): Promise<void> {
    const { store } = this.#services;
    if (!knownExtension(name)) throw new RefusedUploadError({ code: 'fileType' });
    if (bytes === 0) throw new RefusedUploadError({ code: 'fileEmpty' });
    if (await store.uploads.isDiskFull()) throw new RefusedUploadError({ code: 'diskFull' });
  }

  async #store({ id, offset: position }: ResumableUpload, { bytes, upload }: Piece): Promise<void> {
    const { store } = this.#services;
    const draft = this.#draft();
    const storedName = await store.uploads.commit(upload);
    const outcome = await store.resumableUploads.addPiece(draft.id, id, { position, bytes, storedName });
    if (outcome === 'kept') return;
    await store.uploads.remove(storedName);
    if (outcome === 'conflict') throw ERRORS.INVALID_OFFSET;
    throw new SiteError('gone');
  }

  /** Checks, scans and stores the complete file. Removes all pieces if it is refused. */
  async #finish({ id, name, bytes }: ResumableUpload, last: Piece): Promise<void> {
    const { store } = this.#services;
    const draft = this.#draft();
    const pieces = await store.resumableUploads.pieces(id);
    const whole = pieces.length === 0 ? last : await compose(store.uploads, pieces, last);
    // Another machine has continued this upload.
    if (whole.bytes !== bytes) {
      await store.uploads.discard(whole.upload);
      throw ERRORS.INVALID_OFFSET;
    }
    const { quotas } = this.#request();
    const received = { ...whole, name };
    const outcome = await storeFile(this.#services, draft, received, {
      quotas,
      scanBudget: newScanBudget(),
      uploadId: id,
    });
    if (outcome === 'tooLate') throw new SiteError('gone');
    if ('file' in outcome) return;
    await store.resumableUploads.remove(draft.id, id);
    throw new RefusedUploadError(outcome);
  }
}
