/** Lengths of the text fields are in `fields.ts`. */

/** Digits of the number itself; an extension's are counted apart. */
export const MIN_PHONE_DIGITS = 6;
export const MAX_PHONE_DIGITS = 20;
export const MAX_EXTENSION_DIGITS = 6;

/** Files of one application. Exactly `MAX_FILE_BYTES` still passes. */
export const MIN_FILES = 1;
export const MAX_FILES = 10;
export const MEGABYTE = 1024 * 1024;
export const MAX_FILE_MEGABYTES = 10;
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * MEGABYTE;
export const MAX_DRAFT_MEGABYTES = 100;
export const MAX_DRAFT_BYTES = MAX_DRAFT_MEGABYTES * MEGABYTE;

/** Pixels of a picture: room for those of 108-megapixel phones (12032 × 9024). */
export const MAX_MEGAPIXELS = 110;

/** The longest file name kept, and the longest ending that counts as its extension: characters (code points). */
export const MAX_FILE_NAME = 200;
export const MAX_EXTENSION = 16;

/** How long an unused draft is stored, and how long its session lives. */
export const DRAFT_DAYS = 7;
/** An unsent draft expires at this age, however often it is used. */
export const MAX_DRAFT_AGE_DAYS = 30;
export const SESSION_DAYS = 7;

/** How long the link to a receipt works. */
export const RECEIPT_LINK_DAYS = 7;

/** How long a temporary or orphaned file is left alone before it is swept. */
export const ORPHAN_DAYS = 1;

/** Quotas of one address, which a whole office may share. */
export const ADDRESS_QUOTAS = {
  draftsPerDay: 1000,
  bytesPerDay: 1024 * MEGABYTE,
  applicationsPerDay: 50,
  wrongCaptchasPerMinute: 10,
};
export type AddressQuotas = Record<keyof typeof ADDRESS_QUOTAS, number>;

/** For RATE_LIMIT_PER_MINUTE=0. Databases take no Infinity. */
export const NO_ADDRESS_QUOTAS: AddressQuotas = {
  draftsPerDay: Number.MAX_SAFE_INTEGER,
  bytesPerDay: Number.MAX_SAFE_INTEGER,
  applicationsPerDay: Number.MAX_SAFE_INTEGER,
  wrongCaptchasPerMinute: Number.MAX_SAFE_INTEGER,
};

/** Limits of receipt mails: the site cannot be used to flood a mailbox. */
export const MAX_RECEIPTS_PER_RECIPIENT_PER_DAY = 3;
export const MAX_RECEIPTS_PER_DAY = 500;

export const CAPTCHA_DIGITS = 5;
export const CAPTCHA_MINUTES = 10;

/** Maximum of one text, as posted and as kept: room for one that is too long, so that it can be shortened. A longer one is cut. */
export const MAX_FIELD_BYTES = 16 * 1024;

/** Maximum of all texts of a POST, and of a draft. */
export const MAX_TEXT_BYTES = 64 * 1024;

/** More files than an application may have, so that each one too many is named. */
export const MAX_FILES_PER_POST = 2 * MAX_FILES;
export const MAX_FIELDS_PER_POST = 24;
export const MAX_FIELD_NAME_BYTES = 100;
/** What a resumable upload may say of its file, in bytes: the longest file name takes 1.1 KB of it. */
export const MAX_METADATA_BYTES = 4096;
/** Each piece of a resumable upload takes a row and a file; only the last one may be shorter. */
export const MIN_PIECE_BYTES = 16 * 1024;
/** Files are refused if the disk of `DATA_DIR` has less space than this. */
export const MIN_FREE_DISK_BYTES = 200 * MEGABYTE;
/** More than a draft may hold, so that the files that fit are kept and the others named. */
export const MAX_POST_BYTES = 2 * MAX_DRAFT_BYTES;
/** Maximum that is read of a refused POST: browsers show an answer only after they have sent the whole body. */
export const MAX_DISCARDED_BYTES = 5 * MAX_POST_BYTES;

/** Requests of one address in a minute, for each form post that RATE_LIMIT_PER_MINUTE allows it. */
export const FIELD_CHECKS_PER_FORM_POST = 20;
export const UPLOADS_PER_FORM_POST = 2 * MAX_FILES;

/** POSTs of one address that one process reads or answers at the same time. */
export const MAX_OPEN_POSTS_PER_ADDRESS = 20;

/** Seconds until another attempt makes sense: while others are open, after any other failure, after too many drafts. */
export const OPEN_POSTS_RETRY_S = 10;
export const FORM_RETRY_S = 60;
export const DRAFTS_RETRY_S = 3600;

/** The largest piece of a resumable upload that the form's script sends. */
export const LARGEST_PIECE_BYTES = MEGABYTE;

/** How long a form that was fetched may be sent where the browser does not say which site it comes from. */
export const FORM_TOKEN_DAYS = 7;
