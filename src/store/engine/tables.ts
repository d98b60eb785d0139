import type { Values } from '../../form/rules/fields.ts';
import type { Language } from '../../i18n/languages.ts';

/**
 * The known facts of a file: a virus scanner has looked at it (`clean`, `infected`), is still to do so (`held`), or there was none
 * when it came (`unscanned`).
 */
export type Scan = 'clean' | 'unscanned' | 'held' | 'infected';

/** Times are milliseconds since 1970, sizes bytes, in every table. */
export type Tables = {
  drafts: DraftRow;
  draftFields: { draftId: string; name: string; value: string };
  draftFiles: FileRow & { draftId: string };
  /** Files that were taken out of a draft because they are infected, until the visitor is told. */
  removedFiles: RemovedFile & { draftId: string };
  /** Files that come in pieces. */
  resumableUploads: ResumableUploadRow;
  uploadPieces: PieceRow & { uploadId: string };
  applications: ApplicationRow;
  applicationFiles: FileRow & { reference: string };
  deliveries: DeliveryRow;
  sessions: { id: string; expiresAt: number; json: string };
  limits: LimitRow;
};

export type DraftRow = {
  id: string;
  language: Language;
  createdAt: number;
  updatedAt: number;
  addressHash: string;
  /** The key of the form that fills it in. */
  submitKey: string;
  /** Identifier of the session that it belongs to; null for drafts that no session has begun. */
  session: string | null;
  captchaSolvedAt: number | null;
  /** The application that the draft became. */
  reference: string | null;
};

/** A file as its visitor named it; `storedName` is the site's own name for it. `sha256` is hexadecimal. */
export type FileRow = {
  id: string;
  name: string;
  type: string;
  bytes: number;
  sha256: string;
  storedName: string;
  scan: Scan;
  position: number;
  createdAt: number;
};

export type RemovedFile = Pick<FileRow, 'id' | 'name'>;

/**
 * A file that comes in pieces: its cleaned name, its declared length, when its visitor's machine says it was last changed, and the
 * metadata as it was sent. `fileId`: the file of the draft that it became.
 */
export type ResumableUploadRow = {
  id: string;
  draftId: string;
  name: string;
  bytes: number;
  modifiedAt: number | null;
  metadata: string;
  fileId: string | null;
  createdAt: number;
};

/** Some bytes of a file, beginning at `position`, as a stored file of their own. */
export type PieceRow = { position: number; bytes: number; storedName: string };

export const fileColumns = [
  'id',
  'name',
  'type',
  'bytes',
  'sha256',
  'storedName',
  'scan',
  'position',
  'createdAt',
] as const satisfies readonly (keyof FileRow)[];

/** A counter under a key until a time; the key identifies no person. */
export type LimitRow = { key: string; hits: number; resetsAt: number };

export type ApplicationRow = Values & {
  reference: string;
  submitKey: string;
  language: Language;
  submittedAt: number;
  /** The version of the privacy notice that its visitor was shown; null where there was none. */
  privacyNotice: string | null;
};

export const channels = ['forward', 'mail-group', 'mail-applicant'] as const;
/** Where an application is sent: the group's own system, its mail boxes, the applicant's. */
export type Channel = (typeof channels)[number];

export const deliveryStates = ['waiting', 'delivered', 'refused'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What an application owes to a channel. While a process has it (`lease`), `nextAt` is when the lease ends. */
export type DeliveryRow = {
  reference: string;
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  createdAt: number;
  nextAt: number;
  lease: string | null;
  /** The last attempts that came to an end, as JSON: see `Attempt`. */
  history: string;
};
