import { isatty } from 'node:tty';

/** A terminal and npm may both pass one Ctrl-C on: what follows so soon is the same one, in milliseconds. */
const SAME_MS = 200;

const STDIN = 0;

type Doing = {
  /** SIGHUP. */
  roll: () => void;
  /** SIGTERM, SIGINT; a person at a terminal is in a hurry. */
  drain: (isHurried: boolean) => void;
  /** SIGTERM or SIGINT once more. */
  kill: () => void;
};

/** What the primary does on signals. */
export function onSignals({ roll, drain, kill }: Doing): void {
  const hadTerminal = isatty(STDIN);
  let drainingSince: number | undefined;

  function end(isHurried: boolean): void {
    if (drainingSince === undefined) {
      drainingSince = Date.now();
      drain(isHurried);
    } else if (Date.now() - drainingSince >= SAME_MS) {
      kill();
    }
  }

  process.on('SIGTERM', () => end(false));
  process.on('SIGINT', () => end(true));
  process.on('SIGHUP', () => {
    // Who closes the terminal wants no rolling restart.
    if (hadTerminal && !isatty(STDIN)) end(true);
    else roll();
  });
}
