import type { Writable } from 'node:stream';

/** Minimum interval between two lines. */
const INTERVAL_MS = 200;
/** The time left is shown once so many are done. */
const MIN_DONE = 50;
const MINUTE_S = 60;
const START_OF_LINE = '\r\u001b[K';

export type Counts = { pages: number; files: number; left: number };

const number = new Intl.NumberFormat('en');

/** Shows the progress on one line of a terminal. */
export function createProgress(out: Writable & { isTTY?: boolean }, now = Date.now) {
  const startedAt = now();
  let shownAt = 0;

  return {
    show(counts: Counts): void {
      if (!out.isTTY || now() - shownAt < INTERVAL_MS) return;
      shownAt = now();
      out.write(`${START_OF_LINE}${lineOf(counts, now() - startedAt)}`);
    },

    /** Clears the line. */
    end(): void {
      if (out.isTTY) out.write(START_OF_LINE);
    },
  };
}

export function lineOf({ pages, files, left }: Counts, elapsedMs: number): string {
  const done = pages + files;
  const seconds = Math.ceil(((elapsedMs / done) * left) / 1000);
  const time = done < MIN_DONE ? '' : `, about ${timeOf(seconds)}`;
  return `${number.format(pages)} pages, ${number.format(files)} files, ${number.format(left)} known to be left${time}`;
}

const timeOf = (seconds: number): string =>
  seconds < 2 * MINUTE_S ? `${seconds} s` : `${Math.round(seconds / MINUTE_S)} min`;
