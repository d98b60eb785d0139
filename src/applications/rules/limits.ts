/** Objects are at the end: esbuild inlines only the constants before the first object, which keeps the others out of scripts. */

/** Phone number digits without the extension. */
export const MIN_PHONE_DIGITS = 6;
export const MAX_PHONE_DIGITS = 20;
export const MAX_EXTENSION_DIGITS = 6;

/** With four-digit years as earliest and latest day, browsers limit the year to four digits. */
export const EARLIEST_DAY = '1600-01-01';

export const MIN_FILES = 1;
export const MAX_FILES = 10;
export const KILOBYTE = 1024;
export const MEGABYTE = 1024 * KILOBYTE;
export const MAX_FILE_MEGABYTES = 10;
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * MEGABYTE;
/** No code checks it, because it follows from the limits above. */
export const MAX_DRAFT_MEGABYTES = MAX_FILES * MAX_FILE_MEGABYTES;
export const MAX_DRAFT_BYTES = MAX_DRAFT_MEGABYTES * MEGABYTE;

/** Maximum image size, which allows photos from 108-megapixel phones (12032 × 9024). */
export const MAX_PIXELS = 110_000_000;
/** Maximum size of a progressive JPEG or an interlaced PNG. */
export const MAX_INTERLACED_PIXELS = 25_000_000;

/** Limits of one file check, over all levels of nesting. Large workbooks unpack to about 20 times their size. */
export const MAX_UNPACKED_BYTES = 256 * MEGABYTE;
export const MAX_UNPACK_RATIO = 200;
/** Size up to which a file may exceed the ratio, as blank sheets do. */
export const UNPACK_GRACE_BYTES = 8 * MEGABYTE;
export const MAX_CHECK_CPU_MS = 3_000;
export const MAX_ZIP_ENTRIES = 10_000;
/** Maximum size of a part list, sufficient for `MAX_ZIP_ENTRIES` parts and for a large sheet's links. */
export const MAX_XML_BYTES = 16 * MEGABYTE;
/** Maximum size of a PDF's unpacked cross-reference tables, which have a few bytes for each object. */
export const MAX_PDF_TABLE_BYTES = 8 * MEGABYTE;

/** Concurrent file checks of each machine. Slower files are checked again in another queue, within 10 seconds in all. */
export const MAX_QUICK_CHECKS = 2;
export const QUICK_CHECK_MS = 500;
export const MAX_LONG_CHECKS = 1;
export const LONG_CHECK_MS = 5_000;

/** In code points. */
export const MAX_FILE_NAME = 200;
export const MAX_EXTENSION = 16;

/** Lifetime of an unused draft and its session. */
export const DRAFT_DAYS = 7;
/** Maximum age of an unsent draft, even if it is still used. */
export const MAX_DRAFT_AGE_DAYS = 30;

/** After this time, a forward sends unscanned files as `held`. */
export const MAX_SCAN_WAIT_HOURS = 24;

export const RECEIPT_LINK_DAYS = 7;

/** Age at which temporary and orphaned files are removed. */
export const ORPHAN_DAYS = 1;

/** Kilobytes counted for a new draft's rows. */
export const DRAFT_KILOBYTES = 4;

/** Values of `Retry-After`. */
export const FORM_RETRY_S = 60;
export const DRAFTS_RETRY_S = 3600;

/** Limits of receipt emails, which prevent flooding a mailbox. */
export const MAX_RECEIPTS_PER_RECIPIENT_PER_DAY = 3;
export const MAX_RECEIPTS_PER_DAY = 500;
/** Share of today's remaining receipts that one client address may use. */
export const RECEIPT_SHARE_PER_ADDRESS = 1 / 10;

export const CAPTCHA_DIGITS = 5;
export const CAPTCHA_MINUTES = 10;

/** Maximum size of all field values of a POST or draft. */
export const MAX_TEXT_BYTES = 64 * 1024;

/** Exceeds `MAX_FILES`, so that the response can name each excess file. */
export const MAX_FILES_PER_POST = 2 * MAX_FILES;
export const MAX_FIELDS_PER_POST = 24;
/** Allows the longest encoded file name. */
export const MAX_METADATA_BYTES = 4096;
/** Minimum size of chunks except the last, because each chunk occupies a row and a file. */
export const MIN_CHUNK_BYTES = 16 * 1024;
/** Free space on the disk of `DATA_DIR` below which files are refused. */
export const MIN_FREE_DISK_BYTES = 2 * MAX_DRAFT_BYTES;
/** Free inodes on it below which files are refused, although bytes are free. */
export const MIN_FREE_INODES = 1000;
/** Free space on the disk of `DATA_DIR` below which files of unused drafts are removed, before new files are refused. */
export const LOW_FREE_DISK_BYTES = 2 * MIN_FREE_DISK_BYTES;
/** Space that a backup leaves free, so that files are still accepted after it. */
export const MIN_FREE_AFTER_BACKUP_BYTES = LOW_FREE_DISK_BYTES;
/** Maximum size of all unsent files in a bucket. In a folder, the free space is the limit. */
export const MAX_UNSENT_BUCKET_BYTES = 100 * 1024 * MEGABYTE;
/** Minimum time without use before a draft's files may be removed to free space, longest unused first. */
export const MIN_UNUSED_HOURS = 6;
/** Exceeds `MAX_DRAFT_BYTES`, so that files within the limit are stored and the response names the others. */
export const MAX_POST_BYTES = 2 * MAX_DRAFT_BYTES;
/** Maximum bytes to parse of a refused POST and while the intake is closed: enough for the fields, which precede files. */
export const MAX_UNSTORED_BYTES = MEGABYTE;

/** Maximum time to receive a form, except while a file arrives. */
export const MAX_BODY_MS = 60_000;

/** Maximum size of the script's chunks. */
export const MAX_CHUNK_BYTES = MEGABYTE;

/** The token is required if the browser does not send an origin. */
export const FORM_TOKEN_DAYS = 7;

/**
 * Limits of clients, counted in the database. A session is judged first. For the IP address (IPv6: /56 and /48), POSTs count only
 * without a session, and the other quotas judge only drafts that began within the window. Those of `POST_KINDS` are multiples of
 * RATE_LIMIT_PER_MINUTE. `message`: key of the text, or code of the problem.
 */
export const CLIENT_LIMITS = {
  posts: { session: 1, address: 200, network: 800, window: 'minute', message: 'tooManyAttempts' },
  /** New uploads by the script. */
  uploads: { session: 20, address: 200, network: 800, window: 'minute', message: 'uploadTooOften' },
  checks: { session: 20, address: 200, network: 800, window: 'minute', message: 'tooManyAttempts' },
  wrongCaptchas: { session: 10, address: 2000, network: 8000, window: 'minute', message: 'captchaTooOften' },
  /** The kilobytes of new drafts limit their number per address. */
  drafts: { session: 60, address: undefined, network: undefined, window: 'hour', message: 'tooManyDrafts' },
  applications: { session: 20, address: 1000, network: 4000, window: 'hour', message: 'tooManySent' },
  /** Values and files that arrived. Beyond the limit, existing drafts still store values. */
  kilobytes: {
    session: 512 * 1024,
    address: 8 * 1024 * 1024,
    network: 32 * 1024 * 1024,
    window: 'hour',
    message: 'addressFull',
  },
} as const;
export type LimitName = keyof typeof CLIENT_LIMITS;
export const POST_KINDS = ['posts', 'uploads', 'checks'] as const satisfies LimitName[];
export type PostKind = (typeof POST_KINDS)[number];
