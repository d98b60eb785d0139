import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { ClamdError, held, instream, readClamdUrl, readVerdict, sendCommand, type Verdict } from './clamd.ts';

/** Opens the file when its scan begins. */
type OpenFile = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

type Options = { url: string; log: Pick<Logger, 'warn' | 'info'>; now?: () => number };

/** Maximum concurrent scans of this process. clamd's default is ten threads (`MaxThreads`). */
export const MAX_SCANS = 4;

/** Period after a daemon failure in which uploads are held without a scan. */
export const DAEMON_RETRY_MS = 30_000;

const MAX_LOGGED_REASONS = 100;

const TOO_LATE = held('took too long', 'daemon');

/** Creates a scanner that uses a ClamAV daemon. Scans never reject: on failure, the file is `held`. Logs one line per outage. */
export function createScanner({ url, log, now = Date.now }: Options) {
  const address = readClamdUrl(url);
  const limit = pLimit(MAX_SCANS);
  const loggedReasons = new Set<string>();
  let retryAt = 0;
  let isFailing = false;

  async function scanFile(open: OpenFile, signal: AbortSignal): Promise<Verdict> {
    if (signal.aborted) return TOO_LATE;
    try {
      return readVerdict(await instream(address, openLate(open), signal));
    } catch (error) {
      return held(reasonOf(error), error instanceof ClamdError ? 'daemon' : 'file');
    }
  }

  /** Logs when the daemon fails or recovers, and each reason for an unscannable file once. */
  function note(verdict: Verdict): Verdict {
    const wasFailing = isFailing;
    isFailing = verdict.scan === 'held' && verdict.cause === 'daemon';
    if (isFailing) retryAt = now() + DAEMON_RETRY_MS;
    if (wasFailing && !isFailing) log.info('virus scan: the daemon answers again');
    if (verdict.scan !== 'held') return verdict;
    const { reason } = verdict;
    if (isFailing) {
      if (!wasFailing) log.warn({ reason }, 'virus scan: the daemon fails, files are held');
    } else if (!loggedReasons.has(reason) && loggedReasons.size < MAX_LOGGED_REASONS) {
      loggedReasons.add(reason);
      log.warn({ reason }, 'virus scan: a file could not be scanned and is held');
    }
    return verdict;
  }

  /** Returns the verdict on a file, or `held` after `waitMs`. */
  async function scan(open: OpenFile, waitMs: number): Promise<Verdict> {
    const signal = AbortSignal.timeout(Math.ceil(waitMs));
    const late = new Promise<Verdict>((resolve) => {
      signal.addEventListener('abort', () => resolve(TOO_LATE), { once: true });
    });
    return note(await Promise.race([limit(() => scanFile(open, signal)), late]));
  }

  return {
    scan,

    /** Like `scan`, but holds the file immediately if the daemon has just failed. */
    scanUnlessFailing: async (open: OpenFile, waitMs: number): Promise<Verdict> =>
      now() < retryAt || waitMs <= 0 ? TOO_LATE : scan(open, waitMs),

    async isUp(): Promise<boolean> {
      const response = await sendCommand(address, 'PING').catch(reasonOf);
      if (response !== 'PONG') note(held(response, 'daemon'));
      return response === 'PONG';
    },
  };
}

export type Scanner = ReturnType<typeof createScanner>;

/** Opens the file when it is read, so that an unresponsive daemon does not keep files open. */
async function* openLate(open: OpenFile): AsyncGenerator<Uint8Array> {
  yield* await open();
}

/** Returns only the error code, because Node's messages contain server paths. */
const reasonOf = (error: unknown): string =>
  error instanceof ClamdError ? error.message : ((error as NodeJS.ErrnoException).code ?? 'failed');
