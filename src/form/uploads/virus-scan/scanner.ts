import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { ask, ClamdFailure, instream, readClamdUrl } from './clamd.ts';
import { held, readVerdict, type Verdict } from './verdict.ts';

/** Opens the file that is scanned; is called when its turn has come. */
export type OpenFile = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

type Options = { url: string; log: Pick<Logger, 'warn' | 'info'>; now?: () => number };

/** Files that one process has scanned at once: clamd has ten threads (`MaxThreads`) unless it is told otherwise. */
export const MAX_SCANS = 4;

/** After a failure of the daemon's, uploads are held without asking it for so long, in milliseconds. */
export const REST_MS = 30_000;

/** Reasons of files that are remembered as logged. */
const MAX_TOLD = 100;

const TOO_LATE = held('took too long', true);

/**
 * Asks a ClamAV daemon for its verdicts: a few at a time, each within the time it is given. Never rejects: whatever goes
 * wrong, the verdict is that the file is `held`, and the log has one line for as long as it goes wrong.
 */
export function createScanner({ url, log, now = Date.now }: Options) {
  const address = readClamdUrl(url);
  const limit = pLimit(MAX_SCANS);
  const told = new Set<string>();
  let restUntil = 0;
  let isFailing = false;

  async function judge(open: OpenFile, signal: AbortSignal): Promise<Verdict> {
    if (signal.aborted) return TOO_LATE;
    try {
      return readVerdict(await instream(address, openedLate(open), signal));
    } catch (error) {
      return held(reasonOf(error), error instanceof ClamdFailure);
    }
  }

  /** Logs when the daemon begins to fail, when it answers again, and each way in which files could not be looked at once. */
  function note(verdict: Verdict): Verdict {
    const wasFailing = isFailing;
    isFailing = verdict.scan === 'held' && verdict.isDaemons;
    if (isFailing) restUntil = now() + REST_MS;
    if (wasFailing && !isFailing) log.info('virus scan: the daemon answers again');
    if (verdict.scan !== 'held') return verdict;
    const { reason } = verdict;
    if (isFailing) {
      if (!wasFailing) log.warn({ reason }, 'virus scan: the daemon fails, files are held');
    } else if (!told.has(reason) && told.size < MAX_TOLD) {
      told.add(reason);
      log.warn({ reason }, 'virus scan: a file could not be looked at and is held');
    }
    return verdict;
  }

  /** The verdict on a file, or `held` when it has not come after `waitMs`. */
  async function scan(open: OpenFile, waitMs: number): Promise<Verdict> {
    const signal = AbortSignal.timeout(Math.ceil(waitMs));
    const late = new Promise<Verdict>((resolve) => {
      signal.addEventListener('abort', () => resolve(TOO_LATE), { once: true });
    });
    return note(await Promise.race([limit(() => judge(open, signal)), late]));
  }

  return {
    scan,

    /** As `scan`, but a daemon that has just failed is left alone for a while: then the file is held at once. */
    scanNow: async (open: OpenFile, waitMs: number): Promise<Verdict> =>
      now() < restUntil || waitMs <= 0 ? TOO_LATE : scan(open, waitMs),

    async isUp(): Promise<boolean> {
      const answer = await ask(address, 'PING').catch(reasonOf);
      if (answer !== 'PONG') note(held(answer, true));
      return answer === 'PONG';
    },
  };
}

export type Scanner = ReturnType<typeof createScanner>;

/** A daemon that does not answer leaves no file open. */
async function* openedLate(open: OpenFile): AsyncGenerator<Uint8Array> {
  yield* await open();
}

/** No more of a failure than its kind: Node's own words would name folders of the server. */
const reasonOf = (error: unknown): string =>
  error instanceof ClamdFailure ? error.message : ((error as NodeJS.ErrnoException).code ?? 'failed');
