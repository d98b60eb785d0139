import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { repeat } from '../../lib/async.ts';
import type { ScanStatus } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import {
  type ClamdAddress,
  ClamdError,
  hold,
  instream,
  type OpenFile,
  readClamdUrl,
  readVerdict,
  sendCommand,
  type Verdict,
} from './clamd.ts';

/** Maximum concurrent scans of this process. clamd's default is ten threads (`MaxThreads`). */
export const MAX_SCANS = 4;
/** Time after a daemon failure in which uploads are held without a scan. */
export const DAEMON_RETRY_MS = 30_000;
/** Timeout for scanning a held file, which exceeds clamd's own limit (`MaxScanTime`). */
export const HELD_SCAN_TIMEOUT_MS = 150_000;

const ROUND_PAUSE_MS = 15_000;
const FILES_PER_ROUND = 100;
const FAILURES_PER_ROUND = 3;
const FILE_RETRY_MS = 600_000;
const MAX_UNSCANNABLE = 10_000;

const TOO_LATE = hold('took too long', 'daemon');

type Parts = {
  url: string | undefined;
  store: Pick<Store, 'scans' | 'fileStore'>;
  log: Pick<Logger, 'error' | 'warn' | 'info'>;
};

/** Without a daemon, files remain `unscanned`. */
export const createVirusScan = (parts: Parts) =>
  parts.url === undefined ? noScan : createScanner(readClamdUrl(parts.url), parts);

export type VirusScan = ReturnType<typeof createVirusScan>;

const noScan = {
  scanUpload: async (): Promise<ScanStatus> => 'unscanned',
  scanHeld: async (): Promise<void> => undefined,
  start: () => async (): Promise<void> => undefined,
};

function createScanner(address: ClamdAddress, { store: { scans, fileStore }, log }: Parts) {
  const limit = pLimit(MAX_SCANS);
  const loggedReasons = new Set<string>();
  const unscannable = new LRUCache<string, true>({ max: MAX_UNSCANNABLE, ttl: FILE_RETRY_MS });
  let retryAt = 0;
  let isFailing = false;

  /** Logs each outage and each reason for an unscannable file once. */
  function note(verdict: Verdict): Verdict {
    const wasFailing = isFailing;
    isFailing = verdict.scan === 'held' && verdict.cause === 'daemon';
    if (isFailing) retryAt = Date.now() + DAEMON_RETRY_MS;
    if (wasFailing && !isFailing) log.info('virus scan: the daemon answers again');
    if (verdict.scan !== 'held') return verdict;
    const { reason } = verdict;
    if (isFailing) {
      if (!wasFailing) log.warn({ reason }, 'virus scan: the daemon fails, files are held');
    } else if (!loggedReasons.has(reason)) {
      loggedReasons.add(reason);
      log.warn({ reason }, 'virus scan: a file could not be scanned and is held');
    }
    return verdict;
  }

  async function scanFile(open: OpenFile, signal: AbortSignal): Promise<Verdict> {
    try {
      return readVerdict(await instream(address, open, signal));
    } catch (error) {
      return hold(describeScanError(error), error instanceof ClamdError ? 'daemon' : 'file');
    }
  }

  /** Returns the verdict on a file, or `held` after `waitMs`. Never rejects. */
  async function scan(open: OpenFile, waitMs: number): Promise<Verdict> {
    const signal = AbortSignal.timeout(Math.ceil(waitMs));
    const late = once(signal, 'abort').then(() => TOO_LATE);
    return note(await Promise.race([limit(() => scanFile(open, signal)), late]));
  }

  async function isUp(): Promise<boolean> {
    const response = await sendCommand(address, 'PING').catch(describeScanError);
    if (response !== 'PONG') note(hold(response, 'daemon'));
    return response === 'PONG';
  }

  async function applyVerdict(id: string, verdict: Verdict): Promise<void> {
    if (verdict.scan === 'clean') return scans.markClean(id);
    if (verdict.scan === 'held') {
      unscannable.set(id, true);
      return scans.markHeld(id, verdict.reason);
    }
    const found = await scans.markInfected(id);
    const { signature } = verdict;
    if (found && 'reference' in found) {
      log.error(
        { reference: found.reference, signature },
        'virus scan: a file of an application is infected',
      );
    } else if (found) log.warn({ signature }, 'virus scan: an infected file was removed from a draft');
  }

  /** Scans a round of held files. Only one process may call it at a time. */
  async function scanHeld(): Promise<void> {
    await scans.holdUnscanned();
    const due = (await scans.listHeldFiles()).filter(({ id }) => !unscannable.has(id));
    if (due.length === 0 || !(await isUp())) return;
    let failures = 0;
    for (const { id, storedName } of due.slice(0, FILES_PER_ROUND)) {
      const verdict = await scan(() => fileStore.open(storedName), HELD_SCAN_TIMEOUT_MS);
      await applyVerdict(id, verdict);
      if (verdict.scan === 'held' && verdict.cause === 'daemon') failures += 1;
      if (failures >= FAILURES_PER_ROUND) return;
    }
  }

  return {
    /** Scans an uploaded file, or holds it if the daemon has just failed or no time is left. */
    async scanUpload(file: string, waitMs: number): Promise<ScanStatus> {
      if (Date.now() < retryAt || waitMs <= 0) return 'held';
      const verdict = await scan(() => createReadStream(file), waitMs);
      if (verdict.scan === 'infected')
        log.warn({ signature: verdict.signature }, 'virus scan: an infected file was refused');
      return verdict.scan;
    },
    scanHeld,
    /** Scans held files on one machine at a time. Returns a stop function. */
    start: () =>
      repeat(
        () => scans.exclusively(scanHeld),
        ROUND_PAUSE_MS,
        (reason) => {
          if (reason !== undefined) log.error({ reason }, 'could not scan held files');
        },
      ),
  };
}

/** Returns only the code of other errors: Node's messages contain server paths. */
const describeScanError = (error: unknown): string =>
  error instanceof ClamdError ? error.message : ((error as NodeJS.ErrnoException).code ?? 'failed');
