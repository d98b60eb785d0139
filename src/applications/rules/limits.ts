/** Lengths of the text fields are in `fields.ts`. */

/** Digits of a phone number without its extension. */
export const MIN_PHONE_DIGITS = 6;
export const MAX_PHONE_DIGITS = 20;
/** Digits of the extension of a phone number. */
export const MAX_EXTENSION_DIGITS = 6;

/** First day of a date field: browsers limit the year to four digits if the first and the last day have four. */
export const EARLIEST_DAY = '1600-01-01';

/** Files of one application; the maximums are inclusive. */
export const MIN_FILES = 1;
export const MAX_FILES = 10;
export const KILOBYTE = 1024;
export const MEGABYTE = 1024 * KILOBYTE;
export const MAX_FILE_MEGABYTES = 10;
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * MEGABYTE;
/** The form names both limits: an application of `MAX_FILES` files of the maximum size fits. */
export const MAX_DRAFT_MEGABYTES = MAX_FILES * MAX_FILE_MEGABYTES;
export const MAX_DRAFT_BYTES = MAX_DRAFT_MEGABYTES * MEGABYTE;

/** Maximum size of a picture: accepts photos of 108-megapixel phones (12032 × 9024). */
export const MAX_MEGAPIXELS = 110;
/** The same for a progressive JPEG or an interlaced PNG. */
export const MAX_INTERLACED_MEGAPIXELS = 25;

/** Maximum length of a stored file name and of its extension, in code points. */
export const MAX_FILE_NAME = 200;
export const MAX_EXTENSION = 16;

/** Lifetime of an unused draft and of its session. */
export const DRAFT_DAYS = 7;
/** Maximum age of an unsent draft, even if it is used. */
export const MAX_DRAFT_AGE_DAYS = 30;

/** Lifetime of a receipt link. */
export const RECEIPT_LINK_DAYS = 7;

/** Age at which temporary and orphaned files are removed. */
export const ORPHAN_DAYS = 1;

/**
 * Quotas of an address, counted in the database by the row's name. An office can share one address: beyond its drafts and kilobytes, its
 * oldest drafts without a solved captcha, or their files, give way. `perNetwork`: the quota of a whole IPv6 /48, which has many addresses.
 * `message`: key of the text, or code of the problem.
 */
export const ADDRESS_QUOTAS = {
  drafts: { max: 1000, perNetwork: 4000, window: 'day', message: 'tooManyDrafts' },
  kilobytes: { max: 1024 * 1024, perNetwork: 4 * 1024 * 1024, window: 'day', message: 'addressFull' },
  applications: { max: 50, perNetwork: 200, window: 'day', message: 'tooManySent' },
  wrongCaptchas: { max: 30, perNetwork: 120, window: 'minute', message: 'captchaTooOften' },
} as const;
export type QuotaName = keyof typeof ADDRESS_QUOTAS;

/** Below the quota of an address, so that one visitor does not stop its other visitors. */
export const WRONG_CAPTCHAS_PER_SESSION = 10;

export const FIELD_CHECKS_PER_FORM_POST = 20;
export const UPLOADS_PER_FORM_POST = 2 * MAX_FILES;

/**
 * POSTs of an address per minute, for each that RATE_LIMIT_PER_MINUTE allows, counted in the database. Each kind has its own counter, so
 * that checks and uploads do not block a submit.
 */
export const POST_RATES = {
  posts: { perFormPost: 1, message: 'tooManyAttempts' },
  uploads: { perFormPost: UPLOADS_PER_FORM_POST, message: 'uploadTooOften' },
  checks: { perFormPost: FIELD_CHECKS_PER_FORM_POST, message: 'tooManyAttempts' },
} as const;

/**
 * Requests of an address per minute, counted in memory: each kind takes at most half of what one process can do. Responses of the
 * response cache do not count. A large office behind one address stays below.
 */
export const READING_LIMITS = {
  /** Everything else: rendered pages, redirects, error pages, files and pictures. */
  requests: 3000,
  /** The same, requested before a link is clicked. */
  prefetches: 3000,
  /** Each may call the content backend. */
  searches: 600,
  missingArticles: 600,
  /** Slows down guessing of the token. */
  refusedMetrics: 60,
  /** Each request draws a picture. */
  codePictures: 600,
  codeSounds: 600,
};

/** Concurrent POSTs of each address, and as many pieces of uploads, counted in memory. */
export const MAX_OPEN_POSTS_PER_ADDRESS = 20;
/** Beyond that number a new POST replaces the slowest one that is slower than this, and older. */
export const SLOW_POST_BYTES_PER_S = KILOBYTE;
export const SLOW_POST_MS = 5000;

/** `Retry-After` for too many open POSTs, for other failures, and for too many drafts. */
export const OPEN_POSTS_RETRY_S = 10;
export const FORM_RETRY_S = 60;
export const DRAFTS_RETRY_S = 3600;

/** Limits of receipt mails prevent flooding a mailbox. */
export const MAX_RECEIPTS_PER_RECIPIENT_PER_DAY = 3;
export const MAX_RECEIPTS_PER_DAY = 500;
/** Share of the receipts left today that one client address may use, so that a few addresses leave some to all others. */
export const RECEIPT_SHARE_PER_ADDRESS = 1 / 10;

export const CAPTCHA_DIGITS = 5;
export const CAPTCHA_MINUTES = 10;

/** Maximum of one text in a POST and a draft. Exceeds all field lengths, so that applicants can shorten a text; longer ones are cut. */
export const MAX_FIELD_BYTES = 16 * 1024;

/** Maximum of all texts of a POST and of a draft. */
export const MAX_TEXT_BYTES = 64 * 1024;

/** Exceeds `MAX_FILES`, so that each excess file is named. */
export const MAX_FILES_PER_POST = 2 * MAX_FILES;
export const MAX_FIELDS_PER_POST = 24;
export const MAX_FIELD_NAME_BYTES = 100;
/** Maximum of the metadata of a resumable upload: holds the longest encoded file name. */
export const MAX_METADATA_BYTES = 4096;
/** Minimum of a piece of a resumable upload, except the last: each piece occupies a row and a file. */
export const MIN_PIECE_BYTES = 16 * 1024;
/** Below this free space on the disk of `DATA_DIR`, files are refused. */
export const MIN_FREE_DISK_BYTES = 200 * MEGABYTE;
/** Maximum of the files of all unsent drafts in a bucket. In a folder it is the free space. */
export const MAX_UNSENT_BUCKET_BYTES = 100 * 1024 * MEGABYTE;
/** Exceeds `MAX_DRAFT_BYTES`, so that fitting files are stored and the others are named. */
export const MAX_POST_BYTES = 2 * MAX_DRAFT_BYTES;
/** Maximum that is read of a refused POST: its texts come before its files. */
export const MAX_DISCARDED_BYTES = 8 * MEGABYTE;

/** Maximum piece of a resumable upload that the script sends. */
export const LARGEST_PIECE_BYTES = MEGABYTE;

/** Lifetime of a form's token, which is required if the browser sends no origin. */
export const FORM_TOKEN_DAYS = 7;
