import pino, { type Logger } from 'pino';

const STDOUT = 1;

/** Lines that cannot be written yet. Beyond this, new lines are dropped. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024;

/** Logs JSON lines. An error of the output, such as a full disk, never reaches the caller; unwritten lines follow when it recovers. */
export function openLog(level: string, fd = STDOUT): Logger {
  // Waiting for a full pipe would block the process.
  const output = pino.destination({ fd, maxLength: MAX_UNWRITTEN_BYTES, retryEAGAIN: () => false });
  output.on('error', () => undefined);
  return pino({ level, base: undefined }, output);
}
