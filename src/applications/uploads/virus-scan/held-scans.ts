import type { Logger } from 'pino';
import type { HeldFile } from '../../store/applications/scans.ts';
import type { Store } from '../../store/index.ts';
import type { Verdict } from './clamd.ts';
import type { Scanner } from './scanner.ts';

/** Timeout of a scan, which exceeds clamd's own limit (`MaxScanTime`). */
export const HELD_SCAN_TIMEOUT_MS = 150_000;

/** Pause between rounds, which grows while rounds fail. */
export const ROUND_PAUSE_MS = 15_000;
export const MAX_ROUND_PAUSE_MS = 300_000;

/** Maximum number of files per round, and of daemon failures that end it. */
export const FILES_PER_ROUND = 100;
export const FAILURES_PER_ROUND = 3;

/** Delay before an unscannable file is retried. */
export const FILE_RETRY_MS = 600_000;

type Parts = {
  store: Pick<Store, 'scans' | 'uploads'>;
  scanner: Pick<Scanner, 'scan' | 'isUp'>;
  log: Pick<Logger, 'error' | 'warn' | 'info'>;
  now?: () => number;
};

/** `failed` means that the daemon did not respond. */
export type Round = 'done' | 'failed';

/** Scans the held files of drafts and applications in rounds, one file after another. Only one process may run it at a time. */
export function createHeldScans({ store, scanner, log, now = Date.now }: Parts) {
  const notBefore = new Map<string, number>();

  async function dueFiles(): Promise<HeldFile[]> {
    const held = await store.scans.held();
    const ids = new Set(held.map(({ id }) => id));
    for (const id of notBefore.keys()) if (!ids.has(id)) notBefore.delete(id);
    const dueAt = ({ id }: HeldFile): number => notBefore.get(id) ?? 0;
    // Retried files come last, because otherwise they would fill each round.
    return held
      .filter((file) => dueAt(file) <= now())
      .toSorted((one, other) => dueAt(one) - dueAt(other))
      .slice(0, FILES_PER_ROUND);
  }

  async function applyVerdict(id: string, verdict: Verdict): Promise<void> {
    if (verdict.scan === 'clean') return store.scans.markClean(id);
    if (verdict.scan === 'held') return void notBefore.set(id, now() + FILE_RETRY_MS);
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
    const files = await dueFiles();
    if (files.length === 0) return 'done';
    if (!(await scanner.isUp())) return 'failed';
    let failures = 0;
    for (const { id, storedName } of files) {
      const verdict = await scanner.scan(() => uploads.open(storedName), HELD_SCAN_TIMEOUT_MS);
      await applyVerdict(id, verdict);
      if (verdict.scan === 'held' && verdict.cause === 'daemon') failures += 1;
      if (failures >= FAILURES_PER_ROUND) return 'failed';
    }
    return 'done';
  };
}

/** Runs a round immediately and then repeatedly, less often while rounds fail. Returns a stop function. */
export function startScanRounds(scanHeld: () => Promise<Round>, log: Pick<Logger, 'error'>): () => void {
  let pauseMs = ROUND_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function round(): Promise<void> {
    const outcome = await scanHeld().catch((error: Error): Round => {
      log.error({ reason: error.message }, 'could not scan held files');
      return 'failed';
    });
    pauseMs = outcome === 'done' ? ROUND_PAUSE_MS : Math.min(2 * pauseMs, MAX_ROUND_PAUSE_MS);
    if (!isStopped) timer = setTimeout(round, pauseMs).unref();
  }

  void round();
  return function stop() {
    isStopped = true;
    clearTimeout(timer);
  };
}
