/** Everything here is in bytes unless its name says otherwise. */
const KIB = 1024;
const MIB = 1024 * KIB;

/** How long one file may be looked at, in milliseconds, before it counts as unsafe. */
export const MAX_CHECK_MS = 10_000;

/** What the thread that looks at files may take for its own, in megabytes: an archive's list of entries is the longest. */
export const CHECK_THREAD_MB = 96;

/** Files are read in pages of this size, and this many pages of a file are held at once. */
export const PAGE_BYTES = 64 * KIB;
export const KEPT_PAGES = 16;

/** What one check may read in all, pieces read again included; some six times the largest file that is taken. */
export const MAX_READ_BYTES = 64 * MIB;

/** How much of a file's beginning its signature is looked for in. */
export const HEAD_BYTES = 64 * KIB;

/** A PDF's header may stand a little later than at byte 0 (ISO 32000-1, annex H.3.4.1). */
export const PDF_HEADER_WITHIN = 1024;
/** How far from its end a PDF's `%%EOF` may stand: mail gateways and scanners append to files. */
export const PDF_END_WITHIN = 64 * KIB;
/** The longest PDF dictionary that is read whole: an encryption dictionary has some 400 bytes. */
export const MAX_PDF_DICTIONARY = 4 * KIB;
/** How many places that look like a PDF's encryption entry are followed. */
export const MAX_PDF_CANDIDATES = 4;

/** Compound files (old Office formats): sectors of a chain that are followed, and directory entries looked at. */
export const MAX_CHAIN_SECTORS = 32_768;
export const MAX_DIRECTORY_ENTRIES = 8_192;
/** Records of an old Excel sheet looked through for its password mark, which stands right behind the first. */
export const MAX_XLS_RECORDS = 16;

/** Archives (new Office formats). A workbook of 10 MB unpacks to some 200 MB; Deflate itself packs up to 1:1032. */
export const MAX_ZIP_ENTRIES = 10_000;
export const MAX_UNPACKED_BYTES = 512 * MIB;
export const MAX_UNPACK_RATIO = 200;
/** Small files may exceed the ratios: a blank sheet of 200 KB packs very well and hurts nobody. */
export const RATIO_GRACE_BYTES = 8 * MIB;
/** Archives hardly pack a second time: one inside that packs better than this is a bomb. */
export const MAX_NESTED_RATIO = 20;
export const NESTED_GRACE_BYTES = MIB;
/** The list of content types, unpacked: 10,000 parts at some 200 bytes each. */
export const MAX_CONTENT_TYPES_BYTES = 4 * MIB;

/** A4 at 600 dpi has 35 million pixels; 50 million decode to 200 MB. */
export const MAX_PIXELS = 50_000_000;
/** Blocks of a picture that are stepped over: a GIF of 10 MB has some 41,000. */
export const MAX_PICTURE_BLOCKS = 100_000;
/** After this many of them other work of the process has its turn. */
export const BLOCKS_PER_TURN = 2_000;
