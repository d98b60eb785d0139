import path from 'node:path';
import { distDir } from '../dist-dir.ts';
import { environmentWith } from '../environment.ts';

/**
 * V8 guesses from what survives the start which objects live long, and after some starts it guesses wrong about those of
 * requests: an answer from the response cache then takes a third more processor time.
 */
const NO_GUESSES = '--no-allocation-site-pretenuring';

/** Short-lived objects, such as pieces of uploads, get this much memory before V8 looks through them, in megabytes. */
const YOUNG_MB = 2;

/**
 * A process holds this much, in megabytes, before V8 looks through all of it: with V8's own limit, uploads make it do so twice a
 * second, and every page waits.
 */
const OLD_MB = 48;

/**
 * After that V8 looks again when a process holds so much more than was left, in percent. By its own choice, up to 300, the heap
 * of a busy site reaches 130 MB where 50 are in use; with 30 an answer from the response cache takes 3 % longer.
 */
const GROWING_PERCENT = 50;

const FLAGS = [
  `--max-semi-space-size=${YOUNG_MB}`,
  `--initial-old-space-size=${OLD_MB}`,
  `--heap-growing-percent=${GROWING_PERCENT}`,
  NO_GUESSES,
];

/**
 * glibc's allocator keeps what threads have freed, in up to eight arenas a processor. With two the pictures of the first page
 * leave 25 MB behind and not 60; with one the threads wait for each other. Larger pieces than the threshold, in bytes, go back
 * to the system at once: the threshold else rises with them, and compressed pages and pictures leave 50 MB behind.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** Where Node keeps compiled programs from one start to the next, if it can be written. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(distDir, 'compile-cache') };

/**
 * Starts this program again in its own process, with what is read only at the start of one; workers inherit it. One that was
 * forked would lose its channel, and one without `execve` cannot: they go on as they are.
 */
export function takeStartFlags(): void {
  if (!process.execve || process.connected || FLAGS.every((flag) => process.execArgv.includes(flag))) return;
  const args = [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, environmentWith({ ...ALLOCATOR, ...COMPILED }, {}));
}
