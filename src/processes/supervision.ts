import { execFile } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { LOCK_FILE } from '../applications/store/data-folder.ts';
import type { Environment } from '../config/environment.ts';
import { LOCK_WAIT_MS, openSqlite } from '../lib/files.ts';

/** A terminal and npm may both pass on one Ctrl-C, so a second signal within this time counts as the same one. */
const SIGNAL_DEBOUNCE_MS = 200;

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
    } else if (Date.now() - drainingSince >= SIGNAL_DEBOUNCE_MS) process.exit(1);
  }

  // Without a listener Node opens a debugger on this signal.
  process.on('SIGUSR1', () => undefined);
  process.on('SIGTERM', () => end(false));
  process.on('SIGINT', () => end(true));
}

/** Exits with one line in the log on an unexpected error or an unhandled rejection, which leaves an unknown state. */
export function exitOnUnexpectedError(log: Logger): void {
  process.once('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'unexpected error: the process exits');
    process.exit(1);
  });
}

/** First descriptor that systemd passes (sd_listen_fds). */
const FIRST_INHERITED_FD = 3;

/** Returns the descriptor of the socket that systemd keeps open during restarts, or undefined if the site opens its own. */
export const findInheritedSocketFd = ({ LISTEN_PID, LISTEN_FDS }: Environment): number | undefined =>
  Number(LISTEN_PID) === process.pid && Number(LISTEN_FDS) > 0 ? FIRST_INHERITED_FD : undefined;

/** Notifies systemd twice in each watchdog interval. A hung process misses these notifications and is replaced. */
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

/** Throws if another site uses the folder. SQLite's lock on an empty file always ends with the process. */
export function lockDataDir(dataDir: string, waitMs = LOCK_WAIT_MS): void {
  const lock = openSqlite(path.join(dataDir, LOCK_FILE), waitMs);
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    throw new Error(`DATA_DIR: another site uses ${dataDir}: stop it, or set another folder`);
  }
  // Also prevents the lock from being garbage-collected.
  process.once('exit', () => lock.close());
}

const GROUP_AND_OTHERS_MASK = 0o077;
const OWNER_MODE_MASK = 0o700;
/** Marks a shared folder such as /tmp. */
const STICKY_BIT = 0o1000;

/** Restricts the data folder, and so all its content, to its owner. Returns false for a shared folder or another user's folder. */
export function restrictToOwner(dataDir: string): boolean {
  const { mode } = statSync(dataDir);
  if ((mode & GROUP_AND_OTHERS_MASK) === 0) return true;
  if (mode & STICKY_BIT) return false;
  try {
    chmodSync(dataDir, mode & OWNER_MODE_MASK);
    return true;
  } catch {
    return false;
  }
}
