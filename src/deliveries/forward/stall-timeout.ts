export const STALL_TIMEOUT_MS = 30_000;

/**
 * Bytes that socket buffers on both sides may hold, and bytes that a receiver must read per timeout. Buffers report progress in
 * large steps, so a slow reader looks stalled in between.
 */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
const MIN_BYTES_PER_TIMEOUT = 1024 * 1024;

const CHECKS_PER_TIMEOUT = 10;

export class StallError extends Error {}

/**
 * Aborts `signal` with a `StallError` if no data moves for `timeoutMs`. Data that may still be in buffers extends the timeout, up to
 * five times after 4 MB; `onProgress` is called in the extension, too.
 */
export function watchForStall(timeoutMs: number, onProgress: () => void) {
  const controller = new AbortController();
  let lastMoveAt = performance.now();
  let bytes = 0;
  const check = () => {
    const stalledMs = performance.now() - lastMoveAt;
    const allowedMs = timeoutMs * (1 + Math.min(bytes, MAX_BUFFERED_BYTES) / MIN_BYTES_PER_TIMEOUT);
    if (stalledMs >= allowedMs)
      controller.abort(new StallError(`no data moved for ${Math.round(stalledMs / 1000)} s`));
    else if (stalledMs > timeoutMs) onProgress();
  };
  const timer = setInterval(check, timeoutMs / CHECKS_PER_TIMEOUT);

  return {
    signal: controller.signal,
    /** Call after each chunk of the body that was read. */
    moved(chunkBytes: number): void {
      lastMoveAt = performance.now();
      bytes += chunkBytes;
      onProgress();
    },
    stop: () => clearInterval(timer),
  };
}
