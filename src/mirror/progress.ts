import type { Writable } from 'node:stream';

/** How often a terminal is told, in milliseconds. */
const TELL_MS = 200;
/** Before so many are done, nothing is said of the time left. */
const LEAST_DONE = 50;
const MINUTE_S = 60;
const START_OF_LINE = '\r\u001b[K';

export type Counts = { pages: number; files: number; left: number };

const number = new Intl.NumberFormat('en');

/** How far a run has come, on one line of a terminal; elsewhere nothing is said. */
export function createProgress(out: Writable & { isTTY?: boolean }, now = Date.now) {
  const startedAt = now();
  let toldAt = 0;

  return {
    tell(counts: Counts): void {
      if (!out.isTTY || now() - toldAt < TELL_MS) return;
      toldAt = now();
      out.write(`${START_OF_LINE}${lineOf(counts, now() - startedAt)}`);
    },

    /** Makes room for other lines. */
    end(): void {
      if (out.isTTY) out.write(START_OF_LINE);
    },
  };
}

export function lineOf({ pages, files, left }: Counts, tookMs: number): string {
  const done = pages + files;
  const seconds = Math.ceil(((tookMs / done) * left) / 1000);
  const time = done < LEAST_DONE ? '' : `, about ${timeOf(seconds)}`;
  return `${number.format(pages)} pages, ${number.format(files)} files, ${number.format(left)} known to be left${time}`;
}

const timeOf = (seconds: number): string =>
  seconds < 2 * MINUTE_S ? `${seconds} s` : `${Math.round(seconds / MINUTE_S)} min`;
