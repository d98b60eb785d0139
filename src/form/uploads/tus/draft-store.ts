import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { Failure } from '../../../lib/failures.ts';
import type { UploadMetrics } from '../../../metrics/site-metrics.ts';
import { type Draft, expiryOf } from '../../../store/drafts/drafts.ts';
import type { ResumableUpload } from '../../../store/drafts/resumable-uploads.ts';
import type { Scan } from '../../../store/engine/tables.ts';
import type { Store } from '../../../store/index.ts';
import { knownExtension } from '../../rules/file-types.ts';
import { type AddressQuotas, DRAFT_DAYS, MIN_PIECE_BYTES } from '../../rules/limits.ts';
import type { CheckerPool } from '../checks/checker-pool.ts';
import { keepFile } from '../keep-file.ts';
import { parseMetadata, readMetadata } from './metadata.ts';
import { TUS_EXTENSIONS } from './protocol.ts';
import { compose, type Piece, receivePiece } from './receive-piece.ts';
import { RefusedUpload } from './refused-upload.ts';

const DAY_MS = 86_400_000;
const PIECE_TOO_SHORT = {
  status_code: 400,
  body: `A piece has at least ${MIN_PIECE_BYTES} bytes, except the last one of a file\n`,
};

export type DraftStoreParts = {
  store: Store;
  /** Undefined where the visitor has none: then there is no upload. */
  draft: Draft | undefined;
  checkers: CheckerPool;
  scan: (path: string) => Promise<Scan>;
  metrics: UploadMetrics;
  quotas: AddressQuotas;
  /** The creation has found an upload of the same file, which goes on behind so many bytes. */
  onFound: (offset: number) => void;
};

/**
 * The uploads of one draft as `@tus/server` asks for them. Each PATCH becomes a stored file of its own, in folder and bucket alike;
 * the last one is kept only together with the whole file, so that an offset never says more than there is.
 */
export class DraftStore extends DataStore {
  override readonly extensions = TUS_EXTENSIONS;
  readonly #parts: DraftStoreParts;
  #isCreation = false;

  constructor(parts: DraftStoreParts) {
    super();
    this.#parts = parts;
  }

  /** An upload lives as long as its draft, which each piece prolongs. */
  override getExpiration(): number {
    return DRAFT_DAYS * DAY_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { store, metrics, onFound } = this.#parts;
    const draft = this.#draft();
    const facts = { ...readMetadata(upload.metadata), bytes: upload.size ?? 0 };
    await this.#refuse(facts);
    const begun = await store.resumableUploads.begin(draft.id, facts);
    if ('refused' in begun) {
      if (begun.refused === 'notOpen') throw new Failure('gone');
      throw new RefusedUpload({ code: begun.refused });
    }
    upload.id = begun.id;
    this.#isCreation = true;
    if (begun.received > 0) {
      metrics.uploadsResumed.inc();
      metrics.uploadBytesSaved.inc(begun.received);
      onFound(begun.received);
    } else metrics.uploads.inc({ event: 'begun' });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes, offset, metadata } = await this.find(id);
    // `Upload-Expires` is the end of the draft.
    const creation_date = new Date(expiryOf(this.#draft()) - this.getExpiration()).toISOString();
    return new Upload({ id, size: bytes, offset, metadata: parseMetadata(metadata), creation_date });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { store } = this.#parts;
    const upload = await this.find(id);
    if (await store.uploads.isDiskFull()) throw new RefusedUpload({ code: 'diskFull' });
    const piece = await receivePiece(store.uploads, stream);
    try {
      if (piece.bytes === 0) return upload.offset;
      if (offset !== upload.offset) throw ERRORS.INVALID_OFFSET;
      const end = offset + piece.bytes;
      if (end < upload.bytes && piece.bytes < MIN_PIECE_BYTES) return this.#tooShort(upload);
      await (end < upload.bytes ? this.#keep(upload, piece) : this.#finish(upload, piece));
      return end;
    } finally {
      await store.uploads.discard(piece.upload).catch(() => undefined);
    }
  }

  override async remove(id: string): Promise<void> {
    const { store } = this.#parts;
    const draft = this.#draft();
    const { fileId } = await this.find(id);
    if (fileId === null) await store.resumableUploads.remove(draft.id, id);
    else await store.drafts.removeFile(draft.id, fileId);
  }

  /** An upload of this draft: another's does not exist. */
  async find(id: string): Promise<ResumableUpload> {
    const { store } = this.#parts;
    const draft = this.#draft();
    if (draft.reference !== null && (await store.resumableUploads.isKnown(draft.id, id)))
      throw new Failure('gone');
    const upload = await store.resumableUploads.get(draft.id, id);
    if (!upload) throw new Failure('notFound');
    return upload;
  }

  #draft(): Draft {
    const { draft } = this.#parts;
    if (!draft) throw new Failure('notFound');
    return draft;
  }

  /** Drops the bytes: the answer to a creation says that none are kept, a PATCH is refused. */
  #tooShort({ offset }: ResumableUpload): number {
    if (this.#isCreation) return offset;
    throw PIECE_TOO_SHORT;
  }

  async #refuse({ name, bytes }: { name: string; bytes: number }): Promise<void> {
    const { store, quotas } = this.#parts;
    if (!knownExtension(name)) throw new RefusedUpload({ code: 'fileType' });
    if (bytes === 0) throw new RefusedUpload({ code: 'fileEmpty' });
    if (await store.uploads.isDiskFull()) throw new RefusedUpload({ code: 'diskFull' });
    const used = await store.drafts.usageOf(this.#draft().addressHash);
    if (used.bytes + bytes > quotas.bytesPerDay) throw new RefusedUpload({ code: 'addressFull' });
  }

  async #keep({ id, offset: position }: ResumableUpload, { bytes, upload }: Piece): Promise<void> {
    const { store } = this.#parts;
    const draft = this.#draft();
    const storedName = await store.uploads.commit(upload);
    const kept = await store.resumableUploads.addPiece(draft.id, id, { position, bytes, storedName });
    if (kept === 'kept') return;
    await store.uploads.remove(storedName);
    if (kept === 'conflict') throw ERRORS.INVALID_OFFSET;
    throw new Failure('gone');
  }

  /** Checks, scans and keeps the whole file; a refused one leaves nothing behind. */
  async #finish({ id, name, bytes }: ResumableUpload, last: Piece): Promise<void> {
    const { store, metrics } = this.#parts;
    const draft = this.#draft();
    const pieces = await store.resumableUploads.pieces(id);
    const whole = pieces.length === 0 ? last : await compose(store.uploads, pieces, last);
    // Another machine has gone on with it meanwhile.
    if (whole.bytes !== bytes) {
      await store.uploads.discard(whole.upload);
      throw ERRORS.INVALID_OFFSET;
    }
    const outcome = await keepFile({ ...this.#parts, draft }, { ...whole, name }, 1, id);
    if (outcome === 'tooLate') throw new Failure('gone');
    if ('file' in outcome) return metrics.uploads.inc({ event: 'kept' });
    await store.resumableUploads.remove(draft.id, id);
    throw new RefusedUpload(outcome);
  }
}
