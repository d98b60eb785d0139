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
  exit: () => void;
  /** Ends the workers at once. */
  kill: () => void;
};

/** What the primary does on signals. */
export function onSignals({ roll, drain, exit, kill }: Doing): void {
  const hadTerminal = isatty(STDIN);
  let drainingSince: number | undefined;

  function end(isHurried: boolean): void {
    if (drainingSince === undefined) {
      drainingSince = Date.now();
      drain(isHurried);
    } else if (Date.now() - drainingSince >= SAME_MS) {
      exit();
    }
  }

  process.on('SIGTERM', () => end(false));
  process.on('SIGINT', () => end(true));
  process.on('SIGHUP', () => {
    if (hadTerminal && !isatty(STDIN)) hangUp(kill);
    else roll();
  });
}

/** Who closes the terminal wants no rolling restart. Nothing can be written any more, and Node cannot even exit. */
function hangUp(kill: () => void): void {
  kill();
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
