import { execFile } from 'node:child_process';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment.ts';

/** A terminal and npm may both pass on one Ctrl-C, so a second signal within this time counts as the same one. */
const SAME_SIGNAL_MS = 200;

/**
 * Calls `drain` on SIGTERM, or on SIGINT with `isHurried` because an operator waits at a terminal, and exits when it resolves. A
 * second signal exits immediately.
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

/** Exits with one line in the log on an unexpected error or an unhandled rejection, because the state is unknown after it. */
export function exitOnUnexpectedError(log: Logger): void {
  process.once('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'unexpected error: the process exits');
    process.exit(1);
  });
}

/** First descriptor that systemd passes (sd_listen_fds). */
const FIRST_SOCKET = 3;

/**
 * Returns the descriptor of the listening socket that systemd keeps open during restarts, or undefined if the site opens its own.
 */
export const passedSocket = ({ LISTEN_PID, LISTEN_FDS }: Environment): number | undefined =>
  Number(LISTEN_PID) === process.pid && Number(LISTEN_FDS) > 0 ? FIRST_SOCKET : undefined;

/** Notifies systemd twice in each watchdog interval. A hung process misses it and is replaced. */
export function feedWatchdog(
  { NOTIFY_SOCKET, WATCHDOG_USEC }: Environment,
  log: Pick<Logger, 'error'>,
): void {
  if (NOTIFY_SOCKET === undefined || !(Number(WATCHDOG_USEC) > 0)) return;
  const feed = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], (error) => {
      if (error) log.error({ reason: error.message }, 'could not notify the watchdog');
    });
  feed();
  setInterval(feed, Number(WATCHDOG_USEC) / 2000).unref();
}
