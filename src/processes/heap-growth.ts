import { setFlagsFromString } from 'node:v8';
import { isKeptCompiled } from '../compiled-program.ts';

/**
 * V8 guesses from what survives the start which objects live long, and after some starts it guesses wrong about those of
 * requests: an answer from the response cache then takes a third more processor time.
 */
const NO_GUESSES = '--no-allocation-site-pretenuring';

/**
 * What a collection has emptied goes back to the system at once: V8 else keeps 125 MB of a busy site in a pool. V8 also forgets
 * shapes of objects sooner then (`tick-shape.ts`).
 */
const NO_POOL = '--optimize-for-size';

/**
 * V8 looks through all of the heap again when it holds so much more than was left, in percent. By its own choice, up to 300, the
 * heap of a busy site reaches 130 MB where 40 are in use. With 30 pages beside uploads wait for collections, up to twice as long.
 */
const GROWING = '--heap-growing-percent=50';

/**
 * Bounds how the heap grows from now on. Called once the site is ready: programs that were compiled before, Node's own too, carry a
 * hash of such flags, and V8 refuses those of another hash, which costs a start 25 ms and more. What is kept compiled has to have
 * the hash of a start.
 */
export function boundHeapGrowth(): void {
  if (isKeptCompiled()) return;
  for (const flag of [NO_GUESSES, NO_POOL, GROWING]) setFlagsFromString(flag);
}
