import { isatty } from 'node:tty';

/** A terminal and npm may both pass on one Ctrl-C, so a second signal that comes sooner is the same one, in milliseconds. */
const SAME_MS = 200;

const STDIN = 0;

type Actions = {
  /** SIGHUP. */
  roll: () => void;
  /** SIGTERM or SIGINT; SIGINT comes from a person at a terminal, who is in a hurry. */
  drain: (isHurried: boolean) => void;
  /** SIGTERM or SIGINT once more. */
  exit: () => void;
  /** Ends the workers, where there are any, at once. */
  kill: () => void;
};

/** Says what signals do. */
export function onSignals({ roll, drain, exit, kill }: Actions): void {
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

/** A person who closes the terminal wants no rolling restart. Nothing can be written then, and Node cannot even exit. */
function hangUp(kill: () => void): void {
  kill();
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
