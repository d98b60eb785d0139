import { createReadStream } from 'node:fs';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { ask, ClamdFailure, instream, readClamdUrl } from './clamd.ts';
import { createFailureLog } from './failure-log.ts';
import { CHUNK_BYTES, CONNECT_MS, IDLE_MS, MAX_SCANS, REST_MS } from './scan-limits.ts';
import { held, readVerdict, type Verdict } from './verdict.ts';

type Options = { url: string; log: Pick<Logger, 'warn' | 'info'>; now?: () => number };

const TOO_LATE = held('took too long', true);

/**
 * Asks a ClamAV daemon for its verdicts: a few at a time, each within the time it is given. Never rejects: whatever goes
 * wrong, the verdict is that the file is `held`, and the log has one line for as long as it goes wrong.
 */
export function createScanner({ url, log, now = Date.now }: Options) {
  const address = readClamdUrl(url);
  const limit = pLimit(MAX_SCANS);
  const failures = createFailureLog(log);
  const verdicts = { clean: 0, infected: 0, held: 0 };
  let restUntil = 0;

  async function judge(file: string, signal: AbortSignal): Promise<Verdict> {
    if (signal.aborted) return TOO_LATE;
    try {
      return readVerdict(
        await instream(address, createReadStream(file, { highWaterMark: CHUNK_BYTES }), signal),
      );
    } catch (error) {
      return held(reasonOf(error), error instanceof ClamdFailure);
    }
  }

  function note(verdict: Verdict): Verdict {
    if (verdict.scan === 'held' && verdict.isDaemons) restUntil = now() + REST_MS;
    failures.note(verdict);
    return verdict;
  }

  /** The verdict on the file at a path, or `held` when it has not come after `waitMs`. */
  async function scan(file: string, waitMs: number): Promise<Verdict> {
    const signal = AbortSignal.timeout(Math.ceil(waitMs));
    const late = new Promise<Verdict>((resolve) => {
      signal.addEventListener('abort', () => resolve(TOO_LATE), { once: true });
    });
    const verdict = await Promise.race([limit(() => judge(file, signal)), late]);
    verdicts[verdict.scan] += 1;
    return note(verdict);
  }

  return {
    scan,

    /** As `scan`, but a daemon that has just failed is left alone for a while: then the file is held at once. */
    scanNow: async (file: string, waitMs: number): Promise<Verdict> =>
      now() < restUntil || waitMs <= 0 ? TOO_LATE : scan(file, waitMs),

    /** Whether the daemon answers at all. */
    async isUp(): Promise<boolean> {
      const answer = await ask(address, 'PING', AbortSignal.timeout(CONNECT_MS + IDLE_MS)).catch(reasonOf);
      if (answer !== 'PONG') note(held(answer, true));
      return answer === 'PONG';
    },

    /** Verdicts so far. */
    counts: () => ({ ...verdicts }),
  };
}

export type Scanner = ReturnType<typeof createScanner>;

/** No more of a failure than its kind: Node's own words would name folders of the server. */
const reasonOf = (error: unknown): string =>
  error instanceof ClamdFailure ? error.message : ((error as NodeJS.ErrnoException).code ?? 'failed');
