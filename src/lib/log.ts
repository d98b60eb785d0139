import { write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import pino, { type Logger } from 'pino';

const STDOUT = 1;

/** Maximum size of the lines that cannot be written yet. Beyond it, new lines are dropped. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024;

/** Control characters except the line break, and marks that reorder the text around them. */
const CONTROL_CHARACTERS = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;

/** Removes characters that could manipulate the terminal. */
export const stripControls = (text: string): string => text.replace(CONTROL_CHARACTERS, '');

/** Escapes the same characters in JSON, which keeps its meaning. */
export const escapeControls = (json: string): string =>
  json.replace(CONTROL_CHARACTERS, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Opens a log of JSON lines, or readable lines in a terminal. An output error, such as a full disk, never reaches the caller;
 * unwritten lines follow when the output recovers.
 */
export async function openLog(level: string, fd = STDOUT): Promise<Logger> {
  const format = isatty(fd) ? await createReadableFormat() : escapeControls;
  const output = createOutput(fd, format);
  process.once('exit', output.flushSync);
  return pino({ level, base: undefined, serializers: { err: describeErrorForLog } }, output);
}

/** Omits other properties: the `detail` of a database error contains row values. */
function describeErrorForLog(error: unknown) {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, stack, code };
}

/** Returns the log format for a terminal, which decodes JSON escapes. */
export async function createReadableFormat(): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({ ignore: 'settings', singleLine: true });
  const strip = (_key: string, value: unknown) => (typeof value === 'string' ? stripControls(value) : value);
  return (line) => format(JSON.parse(line, strip));
}

/**
 * Creates pino's output, which does not wait for a slow reader. `flushSync`, called after a fatal line and at exit, does not repeat
 * a failed write, whereas pino's own destination would repeat it forever.
 */
function createOutput(fd: number, format: (line: string) => string) {
  let unwritten: Buffer[] = [];
  let unwrittenBytes = 0;
  let isWriting = false;

  function takeAll(): Buffer {
    const all = Buffer.concat(unwritten);
    unwritten = [];
    return all;
  }

  function keepRest(bytes: Buffer, written: number): void {
    unwrittenBytes -= written;
    if (written < bytes.length) unwritten.unshift(bytes.subarray(written));
  }

  function writeNext(): void {
    if (isWriting || unwrittenBytes === 0) return;
    isWriting = true;
    const bytes = takeAll();
    write(fd, bytes, (error, written = 0) => {
      isWriting = false;
      keepRest(bytes, written);
      if (!error) writeNext();
    });
  }

  return {
    write(line: string): void {
      const bytes = Buffer.from(format(line));
      if (unwrittenBytes + bytes.length <= MAX_UNWRITTEN_BYTES) {
        unwritten.push(bytes);
        unwrittenBytes += bytes.length;
      }
      writeNext();
    },
    flushSync(): void {
      const bytes = takeAll();
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(fd, bytes, written);
      } catch {
        // The output is full or closed.
      }
      keepRest(bytes, written);
    },
  };
}

/** Returns a function that calls `report` only if the value differs from the previous one. */
export function onChange<Value>(report: (value: Value) => void, first?: Value): (value: Value) => void {
  let last = first;
  return (value) => {
    if (value !== last) report(value);
    last = value;
  };
}
