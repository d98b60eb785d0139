import type { Logger } from 'pino';

/** A terminal and npm may both pass on one Ctrl-C: a second signal within this time is the same one. */
const SAME_SIGNAL_MS = 200;

/**
 * Calls `drain` on SIGTERM, or on SIGINT with `isHurried` because a person waits at a terminal, and exits when it resolves. A second
 * signal exits immediately.
 */
export function drainOnSignals(
  log: Pick<Logger, 'info'>,
  drain: (isHurried: boolean) => Promise<unknown>,
): void {
  let drainingSince: number | undefined;

  async function end(isHurried: boolean): Promise<void> {
    if (drainingSince === undefined) {
      drainingSince = Date.now();
      log.info('draining');
      await drain(isHurried);
      process.exit(0);
    } else if (Date.now() - drainingSince >= SAME_SIGNAL_MS) process.exit(1);
  }

  // Without a listener Node opens a debugger on this signal.
  process.on('SIGUSR1', () => undefined);
  process.on('SIGTERM', () => end(false));
  process.on('SIGINT', () => end(true));
}

/** Exits with one line in the log on an unexpected error or an unhandled rejection, because the state is unknown from then on. */
export function exitOnUnexpectedError(log: Logger): void {
  process.once('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'unexpected error: the process exits');
    process.exit(1);
  });
}
