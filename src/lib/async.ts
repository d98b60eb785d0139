import { setTimeout as wait, setImmediate as yieldToOthers } from 'node:timers/promises';
import { onChange } from './log.ts';

/** Shares one run and its result among concurrent calls with the same key. */
export function singleFlight<T>(
  running: Map<string, Promise<T>>,
  key: string,
  start: () => Promise<T>,
): Promise<T> {
  const same = running.get(key);
  if (same) return same;
  const own = start().finally(() => running.delete(key));
  running.set(key, own);
  return own;
}

/** Runs `work` until it has succeeded once, and returns its result. Concurrent calls share one attempt and its failure. */
export function succeedOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let attempt: Promise<T> | undefined;
  return () => {
    attempt ??= work().catch((error: unknown) => {
      attempt = undefined;
      throw error;
    });
    return attempt;
  };
}

/**
 * Repeats `work` at intervals, and calls `report` with the reason when it begins to fail, or with undefined when it succeeds again.
 * Returns a stop function, which waits for the running call.
 */
export function repeat(
  work: () => Promise<unknown>,
  intervalMs: number,
  report: (reason: string | undefined) => void,
): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const reportChange = onChange<string | undefined>(report);
  async function run(): Promise<void> {
    while (!signal.aborted) {
      reportChange(
        await work().then(
          () => undefined,
          (error: Error) => error.message,
        ),
      );
      await wait(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const ended = run();
  return () => {
    stopped.abort();
    return ended;
  };
}

/** Reads a stream. Stops and returns undefined if it has more than `maxBytes`. */
export async function readUpTo(
  maxBytes: number,
  stream: AsyncIterable<Uint8Array>,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Maximum time without a yield: requests are handled on the same thread. */
const TURN_MS = 3;

/** Runs a generator to its end and yields to the event loop at intervals. */
export async function runInTurns<R>(steps: Generator<unknown, R>): Promise<R> {
  let endsAt = performance.now() + TURN_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < endsAt) continue;
    await yieldToOthers();
    endsAt = performance.now() + TURN_MS;
  }
}

/** Runs a generator to its end without a yield to the event loop. */
export function runAtOnce<R>(steps: Generator<unknown, R>): R {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Maps many items and yields to the event loop at intervals. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  function* pushResults() {
    for (const item of items) yield results.push(map(item));
  }
  await runInTurns(pushResults());
  return results;
}
