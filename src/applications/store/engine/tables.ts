import type { Language } from '../../../i18n/languages.ts';
import type { Values } from '../../rules/fields.ts';

/**
 * Scan state of a file: scanned (`clean`, `infected`), waiting for its scan (`held`), or received without a scanner (`unscanned`).
 */
export type Scan = 'clean' | 'unscanned' | 'held' | 'infected';

/** Timestamps are epoch milliseconds, sizes are bytes. */
export type Tables = {
  drafts: DraftRow;
  draftFields: { draftId: string; name: string; value: string };
  draftFiles: FileRow & { draftId: string };
  /** Files that a draft has lost, until the visitor is notified. */
  removedFiles: RemovedFile & { draftId: string };
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
  /** Key of the form that edits the draft. */
  submitKey: string;
  /** Session id; null for drafts without a session. */
  session: string | null;
  captchaSolvedAt: number | null;
  /** The application that the draft became. */
  reference: string | null;
};

/** `name` is the visitor's name of the file, `storedName` its name in the file store. `sha256` is hexadecimal. */
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

/** `noRoom`: the files of all unsent drafts had used up their share of the disk. */
export type RemovedFile = Pick<FileRow, 'id' | 'name'> & { reason: 'infected' | 'noRoom' };

/**
 * A tus upload: cleaned name, declared length, modification time reported by the client, and metadata as sent. `fileId`: the draft file
 * that it became.
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

/** A part of an upload from `position`, stored as its own file. */
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

/** An expiring counter. The key identifies no person. */
export type LimitRow = { key: string; hits: number; resetsAt: number };

export type ApplicationRow = Values & {
  reference: string;
  submitKey: string;
  language: Language;
  submittedAt: number;
  /** Version of the privacy notice shown to the applicant, if any. */
  privacyNotice: string | null;
};

/** In the order in which they are polled: receipts last. */
export const channels = ['forward', 'mail-group', 'mail-applicant'] as const;
/** Targets of a delivery: the group's system, the group's mailboxes, the applicant. */
export type Channel = (typeof channels)[number];

export type DeliveryState = 'waiting' | 'delivered' | 'refused';

/** Delivery of an application to a channel. While a process holds a `lease`, `nextAt` is the end of the lease. */
export type DeliveryRow = {
  reference: string;
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  createdAt: number;
  nextAt: number;
  lease: string | null;
  /** The last finished attempts (`Attempt[]`) as JSON. */
  history: string;
  /** `Recipients` of a mail to the group as JSON. */
  recipients: string;
  /** Mails that the server received completely without replying. */
  unconfirmed: number;
};
