import type { Logger } from 'pino';
import type { Verdict } from './verdict.ts';

/** Reasons of files that are remembered as logged. */
const MAX_TOLD = 100;

/** One line when the daemon begins to fail, one when it answers again, and one for each way in which files could not be looked at. */
export function createFailureLog(log: Pick<Logger, 'warn' | 'info'>) {
  let isFailing = false;
  const told = new Set<string>();

  function noteFile(reason: string): void {
    if (told.has(reason) || told.size >= MAX_TOLD) return;
    told.add(reason);
    log.warn({ reason }, 'virus scan: a file could not be looked at and is held');
  }

  return {
    /** Takes in what came of a scan. */
    note(verdict: Verdict): void {
      if (verdict.scan === 'held' && verdict.isDaemons) {
        if (!isFailing) log.warn({ reason: verdict.reason }, 'virus scan: the daemon fails, files are held');
        isFailing = true;
        return;
      }
      if (isFailing) log.info('virus scan: the daemon answers again');
      isFailing = false;
      if (verdict.scan === 'held') noteFile(verdict.reason);
    },
  };
}
