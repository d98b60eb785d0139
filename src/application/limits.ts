/**
 * Shortest and longest text, in characters (Unicode code points), after trimming: design section 4, but `industry`, for which it
 * names no length. The other fields have a rule of their own instead.
 */
export const LENGTHS = {
  companyName: { min: 2, max: 100 },
  companyShortName: { min: 1, max: 50 },
  registrationPlace: { min: 1, max: 200 },
  contactPerson: { min: 1, max: 50 },
  industry: { min: 1, max: 100 },
  companyDescription: { min: 1, max: 2000 },
} as const;

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

/** How long a draft that nobody touches is kept, and how long its session lives. */
export const DRAFT_DAYS = 7;
export const SESSION_DAYS = 7;

/** How long a temporary or orphaned file is left alone before it is swept. */
export const ORPHAN_DAYS = 1;

/** What one address may open in a day (`usageOf`): a whole office shares one, so it is generous. */
export const MAX_DRAFTS_PER_ADDRESS_PER_DAY = 1000;
export const MAX_BYTES_PER_ADDRESS_PER_DAY = 1024 * MEGABYTE;
export const MAX_APPLICATIONS_PER_ADDRESS_PER_DAY = 50;

export const CAPTCHA_DIGITS = 5;
export const CAPTCHA_MINUTES = 10;
export const MAX_WRONG_CAPTCHAS_PER_MINUTE = 10;

/** The longest value that a POST may bring for one field: room to keep a text that is too long, so that it can be shortened. */
export const MAX_FIELD_BYTES = 256 * 1024;

/** All texts of one draft: twenty times those of the longest application, or one field that is far too long beside the others. */
export const MAX_DRAFT_TEXT_BYTES = 320 * 1024;

/** A value that is longer still is cut to that; from here on its POST is not read further. */
export const MAX_READ_FIELD_BYTES = 4 * MAX_FIELD_BYTES;

/** What one POST may bring besides: more files than an application may have, so that each one too many can be named. */
export const MAX_FILES_PER_POST = 50;
export const MAX_FIELDS_PER_POST = 24;
export const MAX_FIELD_NAME_BYTES = 100;
/** Pieces of one file that are kept: on a line that breaks so often, none has more than 10 KB. */
export const MAX_UPLOAD_PIECES = 1000;

/** What a resumable upload may say of its file, in bytes: the longest file name takes 1.1 KB of it. */
export const MAX_METADATA_BYTES = 4096;
/** A piece of a resumable upload, but for its last one, in bytes: each takes a row and a file, however little it brings. */
export const MIN_PIECE_BYTES = 1024;
export const MAX_POST_BYTES = 256 * MEGABYTE;

/** The largest piece of a resumable upload that the form's script sends. */
export const LARGEST_PIECE_BYTES = MEGABYTE;

/** How long a form that was fetched may be sent where the browser does not say which site it comes from. */
export const FORM_TOKEN_DAYS = 7;
