import type { Logger } from 'pino';
import type { Round } from './held-scans.ts';
import { HELD_EVERY_AT_MOST_MS, HELD_EVERY_MS } from './scan-limits.ts';

/** Scans held files at once and then again and again, less and less often while rounds fail. Gives what ends it. */
export function scanNowAndThen(scanHeld: () => Promise<Round>, log: Pick<Logger, 'error'>): () => void {
  let waitMs = HELD_EVERY_MS;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function round(): Promise<void> {
    const outcome = await scanHeld().catch((error: Error): Round => {
      log.error({ reason: error.message }, 'could not scan held files');
      return 'failed';
    });
    waitMs = outcome === 'done' ? HELD_EVERY_MS : Math.min(2 * waitMs, HELD_EVERY_AT_MOST_MS);
    if (!isOver) timer = setTimeout(round, waitMs).unref();
  }

  void round();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
