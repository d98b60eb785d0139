import { createInterface } from 'node:readline/promises';
import type { Writable } from 'node:stream';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import stringWidth from 'string-width';

const INVISIBLE = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu;
const LINE_BREAKS = /[\n\u2028\u2029]+/gu;
const GAP = '  ';
/** Maximum width of a column. A longer cell shifts only its own row. */
const MAX_COLUMN_WIDTH = 40;

/** Receives a message for the operator. */
export type Report = (message: string) => void;

/** Removes control characters and bidirectional marks, which could manipulate the terminal. Keeps line breaks. */
export const visible = (text: string): string => text.replace(INVISIBLE, '');

/** The arguments are invalid. The message names the wrong one. */
export class UsageError extends Error {}

/** Parses arguments. Throws a `UsageError` without the advice that follows in Node's message. */
export function parseArguments<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

const HELP_INDENT = 20;
const HELP_LINES = /(.{1,90})(?: |$)/gu;

/** Returns the help on the commands or options of a table, in two columns. */
export const helpRows = (rows: Record<string, { usage: string; help: string }>): string =>
  Object.entries(rows)
    .map(([name, { usage, help }]) => {
      const label = `  ${name} ${usage}`.trimEnd();
      const lines = help.replace(HELP_LINES, `${' '.repeat(HELP_INDENT)}$1\n`);
      return label.length < HELP_INDENT - 1 ? label + lines.slice(label.length) : `${label}\n${lines}`;
    })
    .join('');

/** Returns two lines: the error, and the command that explains the usage. */
export const usageError = (message: string, command: string): string =>
  `${visibleLine(message)}\nUsage: ${command} --help`;

export const visibleLine = (text: string): string => visible(text).replace(LINE_BREAKS, ' ');

/** Pads to a width in columns; a Chinese character takes two. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));

/** Aligns the cells of the rows. The first row contains the headings. */
export function tableOf(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_heading, column) =>
    Math.min(MAX_COLUMN_WIDTH, Math.max(...rows.map((row) => stringWidth(row[column] ?? '')))),
  );
  const lineOf = (row: string[]) => row.map((cell, column) => padded(cell, widths[column] ?? 0)).join(GAP);
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`);
}

/** Writes piece by piece and waits for a slow reader. Rejects if the stream fails. */
export async function print(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
  out: Writable,
): Promise<void> {
  for await (const piece of pieces)
    await new Promise<void>((resolve, reject) => {
      out.write(piece, (error) => (error ? reject(error) : resolve()));
    });
}

const YES = /^y(?:es)?$/iu;

/** Asks in the terminal. Rejects unless the answer is yes. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('nobody can be asked: add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `);
    if (!YES.test(answer.trim())) throw new Error('nothing was changed');
  } finally {
    terminal.close();
  }
}
