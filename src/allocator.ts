import { distDir } from './dist-dir.ts';
import { environmentWith } from './environment.ts';

/** Short-lived objects, such as pieces of uploads, get this much memory before V8 looks through them, in megabytes. */
const YOUNG_MB = 2;

/**
 * V8 reads this at the start alone. Most other flags do not belong here: programs that were compiled before, Node's own too, carry
 * a hash of them, and V8 refuses those of another hash, which costs a start 25 ms and more (`processes/heap-growth.ts`).
 */
export const FLAGS = [`--max-semi-space-size=${YOUNG_MB}`];

/**
 * glibc's allocator keeps what threads have freed, in up to eight arenas a processor. With two the pictures of the first page
 * leave 25 MB behind and not 60; with one the threads wait for each other. Larger pieces than the threshold, in bytes, go back
 * to the system at once: the threshold else rises with them, and compressed pages and pictures leave 50 MB behind.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Starts this program again in its own process, with what is read only at the start of one; workers inherit it. One that was
 * forked would lose its channel, and one without `execve` cannot: they go on as they are.
 */
export function takeStartFlags(): void {
  if (!process.execve || process.connected || FLAGS.every((flag) => process.execArgv.includes(flag))) return;
  const args = [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)];
  // Node keeps there what it compiles of packages, if the folder can be written: the first checker of a start uses it.
  const compiled = { NODE_COMPILE_CACHE: `${distDir}/compile-cache` };
  process.execve(process.execPath, args, environmentWith({ ...ALLOCATOR, ...compiled }, {}));
}
