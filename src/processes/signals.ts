import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/** A terminal and npm may both pass on one Ctrl-C: a second signal within this time is the same one. */
const SAME_SIGNAL_MS = 200;

const STDIN = 0;

type Actions = {
  log: Pick<Logger, 'info'>;
  /** Rolling restart, on SIGHUP. */
  roll: () => void;
  /** Called on SIGTERM, or on SIGINT with `isHurried`: a person waits at a terminal. The process exits when it resolves. */
  drain: (isHurried: boolean) => Promise<unknown>;
  /** Kills the workers, on a second SIGTERM or SIGINT. */
  kill: () => void;
};

export function onSignals({ log, roll, drain, kill }: Actions): void {
  const hadTerminal = isatty(STDIN);
  let drainingSince: number | undefined;

  async function end(isHurried: boolean): Promise<void> {
    if (drainingSince === undefined) {
      drainingSince = Date.now();
      log.info('draining');
      await drain(isHurried);
      process.exit(0);
    } else if (Date.now() - drainingSince >= SAME_SIGNAL_MS) {
      kill();
      process.exit(1);
    }
  }

  // Without a listener Node opens a debugger on this signal.
  process.on('SIGUSR1', () => undefined);
  process.on('SIGTERM', () => end(false));
  process.on('SIGINT', () => end(true));
  process.on('SIGHUP', () => {
    if (hadTerminal && !isatty(STDIN)) hangUp(kill);
    else roll();
  });
}

/** The terminal was closed: no rolling restart. Output is impossible then, and even `process.exit` fails. */
function hangUp(kill: () => void): void {
  kill();
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Exits with one line in the log on an unexpected error or an unhandled rejection, because the state is unknown from then on. */
export function exitOnUnexpectedError(log: Logger): void {
  process.once('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'unexpected error: the process exits');
    process.exit(1);
  });
}
