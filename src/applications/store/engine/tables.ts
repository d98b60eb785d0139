import type { Language } from '../../../i18n/languages.ts';
import type { Values } from '../../rules/fields.ts';

/** A file's scan status. `held`: waiting for its scan; `unscanned`: received without a scanner. */
export type ScanStatus = 'clean' | 'unscanned' | 'held' | 'infected';

/** All tables. Timestamps are epoch milliseconds, and sizes are bytes. */
export type Tables = {
  drafts: DraftRow;
  draftFiles: FileRow & { draftId: string };
  resumableUploads: ResumableUploadRow;
  uploadChunks: ChunkRow & { uploadId: string };
  applications: ApplicationRow;
  applicationFiles: FileRow & { reference: string };
  deliveries: DeliveryRow;
  sessions: { id: string; expiresAt: number; json: string };
  limits: LimitRow;
  /** The latest announcement of each message to the other machines. Its `version` is always new. */
  announcements: { text: string; version: string; expiresAt: number };
};

export type DraftRow = {
  id: string;
  language: Language;
  createdAt: number;
  updatedAt: number;
  addressHash: string;
  /** Text fields as typed (`Partial<Values>`), without those that were never received, as JSON. */
  fields: string;
  /** Key of the form that edits the draft. */
  submitKey: string;
  session: string | null;
  captchaSolvedAt: number | null;
  /** Reference of the application that the draft became. */
  reference: string | null;
};

/** `name` is the applicant's file name, and `storedName` the name in the file store. `sha256` is hexadecimal. */
export type FileRow = {
  id: string;
  name: string;
  type: string;
  bytes: number;
  sha256: string;
  storedName: string;
  scan: ScanStatus;
  /** Why the latest scan of a `held` file had no verdict. */
  scanReason: string | null;
  position: number;
  createdAt: number;
};

/** Whether the content of a draft file was removed: it was infected, or space was needed. The applicant removes or replaces it. */
export const isLost = ({ bytes }: Pick<FileRow, 'bytes'>): boolean => bytes === 0;

/** A tus upload with its cleaned name, declared length and metadata as sent. `fileId`: the draft file that it became. */
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

/** Upload chunk from `position`, stored as its own file. */
export type ChunkRow = { position: number; bytes: number; storedName: string };

export const fileColumns = [
  'id',
  'name',
  'type',
  'bytes',
  'sha256',
  'storedName',
  'scan',
  'scanReason',
  'position',
  'createdAt',
] as const satisfies readonly (keyof FileRow)[];

/** An expiring counter. Its key does not identify a person. */
export type LimitRow = { key: string; hits: number; resetsAt: number };

export type ApplicationRow = {
  reference: string;
  /** Text fields (`Values`) as JSON, so that a new field of the form needs no migration. */
  fields: string;
  submitKey: string;
  language: Language;
  submittedAt: number;
  /** Version shown to the applicant. */
  privacyNotice: string | null;
};

/** Parses the column `fields` of a draft or an application. Old applications lack newer fields. */
export const parseFields = (fields: string): Partial<Values> => JSON.parse(fields) as Partial<Values>;

/** Channels in the order in which they are polled, receipts last. */
export const channels = ['forward', 'mail-group', 'mail-applicant'] as const;
export type Channel = (typeof channels)[number];

export type DeliveryState = 'waiting' | 'delivered' | 'refused';

/** Delivery of an application to a channel. While a process holds a `lease`, `nextAt` is when it ends. */
export type DeliveryRow = {
  reference: string;
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  createdAt: number;
  nextAt: number;
  lease: string | null;
  /** Latest finished attempts (`Attempt[]`) as JSON. */
  history: string;
  /** `Recipients` of an email as JSON. */
  recipients: string;
  /** Number of emails that were sent completely without a reply. */
  unconfirmed: number;
};
