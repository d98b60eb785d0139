/** How long the daemon may take to take a connection, and to take the next piece of a file, in milliseconds. */
export const CONNECT_MS = 2000;
export const IDLE_MS = 5000;

/** How long all files of one POST may wait for the daemon together, in milliseconds; what is not scanned by then is held. */
export const UPLOAD_WAIT_MS = 10_000;

/** How long the scan of one held file may take: nobody waits for it. clamd itself gives up after 120 s (`MaxScanTime`). */
export const HELD_SCAN_MS = 150_000;

/** Files that one process has scanned at once: clamd has ten threads (`MaxThreads`) unless it is told otherwise. */
export const MAX_SCANS = 4;

/** After a failure of the daemon's, uploads are held without asking it for so long, in milliseconds. */
export const REST_MS = 30_000;

/** How deep an archive must be nested that clamd surely does not open to its end: it takes no `MaxRecursion` above 100. */
export const TOO_DEEP = 150;

/** The longest answer that is read, in characters: the names of signatures have some dozens. */
export const MAX_ANSWER = 4096;

/** The parts in which a file is sent, in bytes. */
export const CHUNK_BYTES = 64 * 1024;

/** The interval between looks for held files, in milliseconds; it grows while the daemon is down. */
export const HELD_EVERY_MS = 15_000;
export const HELD_EVERY_AT_MOST_MS = 300_000;

/** Held files that one round scans, and failures of the daemon's that end it. */
export const HELD_FILES_A_ROUND = 100;
export const HELD_FAILURES = 3;

/** A held file that could not be scanned lets the others go first for so long, in milliseconds. */
export const HELD_AGAIN_MS = 600_000;
