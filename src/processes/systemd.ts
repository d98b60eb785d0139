import { execFile } from 'node:child_process';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment.ts';

/** First descriptor that systemd passes (sd_listen_fds). */
const FIRST_SOCKET = 3;

/** Descriptor of the listening socket that systemd keeps open over restarts; undefined if the site opens its own. */
export const passedSocket = ({ LISTEN_PID, LISTEN_FDS }: Environment): number | undefined =>
  Number(LISTEN_PID) === process.pid && Number(LISTEN_FDS) > 0 ? FIRST_SOCKET : undefined;

/** Notifies systemd twice in each watchdog interval: a process that hangs misses it and is replaced. */
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
