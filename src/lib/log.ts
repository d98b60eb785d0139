import { isatty } from 'node:tty';
import pino, { type Logger } from 'pino';

const STDOUT = 1;

/** Maximum size of the lines that cannot be written yet. Beyond it, new lines are dropped. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024;

/**
 * Opens a log of JSON lines, or readable lines in a terminal. An output error, such as a full disk, never reaches the caller;
 * unwritten lines follow when the output recovers.
 */
export async function openLog(level: string, fd = STDOUT): Promise<Logger> {
  const output = isatty(fd) ? await openReadableOutput(fd) : openJsonOutput(fd);
  output.on('error', () => undefined);
  return pino({ level, base: undefined }, output);
}

/** Does not retry a write to a full pipe, because waiting would block the process. */
const openJsonOutput = (fd: number) =>
  pino.destination({ fd, maxLength: MAX_UNWRITTEN_BYTES, retryEAGAIN: () => false });

async function openReadableOutput(fd: number) {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination: fd, ignore: 'settings', singleLine: true, sync: true });
}

/** Returns a function that calls `report` only if the value differs from the previous one. */
export function onChange<Value>(report: (value: Value) => void, first?: Value): (value: Value) => void {
  let last = first;
  return (value) => {
    if (value !== last) report(value);
    last = value;
  };
}
