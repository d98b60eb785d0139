import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/** A terminal and npm may both pass on one Ctrl-C, so a second signal that comes sooner is the same one, in milliseconds. */
const SAME_MS = 200;

const STDIN = 0;

type Actions = {
  log: Pick<Logger, 'info'>;
  /** SIGHUP. */
  roll: () => void;
  /** SIGTERM or SIGINT, and the process ends when it resolves; SIGINT comes from a person at a terminal, who is in a hurry. */
  drain: (isHurried: boolean) => Promise<unknown>;
  /** Ends the workers, where there are any, at once: SIGTERM or SIGINT once more. */
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
    } else if (Date.now() - drainingSince >= SAME_MS) {
      kill();
      process.exit(1);
    }
  }

  process.on('SIGTERM', () => end(false));
  process.on('SIGINT', () => end(true));
  process.on('SIGHUP', () => {
    if (hadTerminal && !isatty(STDIN)) hangUp(kill);
    else roll();
  });
}

/** A person who closes the terminal wants no rolling restart. Nothing can be written then, and Node cannot even exit. */
function hangUp(kill: () => void): void {
  kill();
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
