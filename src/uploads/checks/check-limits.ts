/** Everything here is in bytes unless its name says otherwise. */
const KIB = 1024;
const MIB = 1024 * KIB;

/** How long one file may be looked at, in milliseconds, before its check is ended: the answer comes within 10 s. */
export const MAX_CHECK_MS = 9_000;

/** How long the process that looks at it may take to start, in milliseconds: on a busy machine this is not the file's fault. */
export const MAX_CHECKER_START_MS = 30_000;

/** Processes that look into files, a site's worker; each visitor has one of them at a time. */
export const MAX_CHECKERS = 2;
/** Files that one of them looks into before a new one takes its place. */
export const FILES_PER_CHECKER = 100;
/** How long it waits for the next file, in milliseconds. */
export const CHECKER_IDLE_MS = 30_000;

/** What a checker may take: of V8's heap in megabytes, of all memory in kilobytes, 550 MB of which Node reserves at once. */
export const CHECKER_HEAP_MB = 256;
export const CHECKER_DATA_KB = 1024 * KIB;
/** Seconds of processor time, more than all its files may take: a checker that spins when the site is killed ends by them. */
export const CHECKER_CPU_S = 1_200;

/** Pages come before file checks, which still get a third of a core of a busy machine: 0 is the site's own, 19 the last. */
export const CHECKER_NICENESS = 5;

/** How much of a file's beginning its signature is looked for in. */
export const HEAD_BYTES = 64 * KIB;

/** A PDF's header may stand a little later than at byte 0 (ISO 32000-1, annex H.3.4.1). */
export const PDF_HEADER_WITHIN = 1024;
/** How far from its beginning a PDF made for the web says its length (ISO 32000-1, annex F.3.3). */
export const PDF_LENGTH_WITHIN = 4 * KIB;
/** How far from its end a PDF's `%%EOF` may stand: mail gateways and scanners append to files. */
export const PDF_END_WITHIN = 64 * KIB;

/** Records of an old Excel sheet looked through for its password mark, right behind the first record. */
export const MAX_XLS_RECORDS = 16;

/** Archives (new Office formats). A workbook of 10 MB unpacks to some 200 MB; Deflate itself packs up to 1:1032. */
export const MAX_ZIP_ENTRIES = 10_000;
export const MAX_UNPACKED_BYTES = 512 * MIB;
export const MAX_UNPACK_RATIO = 200;
/** Small files may exceed the ratios: a blank sheet of 200 KB packs very well and does no harm. */
export const RATIO_GRACE_BYTES = 8 * MIB;
/** Archives hardly pack a second time: one inside that packs better than this is a bomb. */
export const MAX_NESTED_RATIO = 20;
export const NESTED_GRACE_BYTES = MIB;
/** The list of content types, unpacked: 10,000 parts at some 200 bytes each. */
export const MAX_CONTENT_TYPES_BYTES = 4 * MIB;

/** A4 at 600 dpi has 35 million pixels; 50 million decode to 200 MB. */
export const MAX_PIXELS = 50_000_000;
/** The side of the thumbnail that shows whether a picture can be decoded, in pixels. */
export const THUMBNAIL_SIDE = 64;
