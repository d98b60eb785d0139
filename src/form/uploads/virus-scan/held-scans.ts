import type { Logger } from 'pino';
import type { HeldFile } from '../../../store/applications/scans.ts';
import type { Store } from '../../../store/index.ts';
import type { Scanner } from './scanner.ts';
import type { Verdict } from './verdict.ts';

/** How long the scan of one held file may take: nobody waits for it. clamd itself gives up after 120 s (`MaxScanTime`). */
export const HELD_SCAN_MS = 150_000;

/** The interval between looks for held files, in milliseconds; it grows while the daemon is down. */
export const HELD_EVERY_MS = 15_000;
export const HELD_EVERY_AT_MOST_MS = 300_000;

/** Held files that one round scans, and failures of the daemon's that end it. */
export const HELD_FILES_A_ROUND = 100;
export const HELD_FAILURES = 3;

/** A held file that could not be scanned lets the others go first for so long, in milliseconds. */
export const HELD_AGAIN_MS = 600_000;

type Parts = {
  store: Pick<Store, 'scans' | 'uploads'>;
  scanner: Pick<Scanner, 'scan' | 'isUp'>;
  log: Pick<Logger, 'error' | 'warn' | 'info'>;
  now?: () => number;
};

/** `failed`: the daemon did not answer, so that the next round may come later. */
export type Round = 'done' | 'failed';

/**
 * Scans the held files of drafts and applications, a round at a time, one file after another. One that cannot be scanned
 * lets the others go first for a while. For one process of a machine alone; of several machines one at a time scans.
 */
export function createHeldScans({ store, scanner, log, now = Date.now }: Parts) {
  const notBefore = new Map<string, number>();

  async function waitingFiles(): Promise<HeldFile[]> {
    const held = await store.scans.held();
    const ids = new Set(held.map(({ id }) => id));
    for (const id of notBefore.keys()) if (!ids.has(id)) notBefore.delete(id);
    return held.filter(({ id }) => (notBefore.get(id) ?? 0) <= now()).slice(0, HELD_FILES_A_ROUND);
  }

  async function settle(id: string, verdict: Verdict): Promise<void> {
    if (verdict.scan === 'clean') return store.scans.markClean(id);
    if (verdict.scan === 'held') return void notBefore.set(id, now() + HELD_AGAIN_MS);
    const found = await store.scans.markInfected(id);
    const { signature } = verdict;
    if (found && 'reference' in found) {
      log.error(
        { reference: found.reference, signature },
        'virus scan: a file of an application is infected',
      );
    } else if (found) log.warn({ signature }, 'virus scan: an infected file was removed from a draft');
  }

  return async function scanHeld(): Promise<Round> {
    const { uploads, scans } = store;
    await scans.holdUnscanned();
    const files = await waitingFiles();
    if (files.length === 0) return 'done';
    if (!(await scanner.isUp())) return 'failed';
    let failures = 0;
    for (const { id, storedName } of files) {
      const verdict = await scanner.scan(() => uploads.open(storedName), HELD_SCAN_MS);
      await settle(id, verdict);
      if (verdict.scan === 'held' && verdict.isDaemons) failures += 1;
      if (failures >= HELD_FAILURES) return 'failed';
    }
    return 'done';
  };
}

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
