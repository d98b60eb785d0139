import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Writable } from 'node:stream';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import stringWidth from 'string-width';
import { environmentWith } from '../config/environment.ts';
import { stripControls } from '../lib/log.ts';
import { describeReadError } from '../lib/messages.ts';

export const EXIT = { done: 0, failed: 1, wrongUsage: 2 };

const LINE_BREAKS = /[\n\u2028\u2029]+/gu;
const COLUMN_GAP = '  ';
/** A longer cell shifts only its own row. */
const MAX_COLUMN_WIDTH = 40;

export type Report = (message: string) => void;

export class UsageError extends Error {}

/** Parses arguments. Throws a `UsageError` without the advice that follows in Node's message. */
export function parseArguments<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

const ENV_FILE_OPTION = '--env-file';

/** Lines that systemd and Node parse in the same way. A value with `#` or `\` is in quotes. */
const PORTABLE_LINE = /^(?:\s*|\s*#.*|[A-Za-z_]\w*=(?:|"[^"\\]*"|'[^'\\]*'|[^\s"'`#\\][^#\\]*)\s*)$/u;

/** Extracts `--env-file FILE` from the arguments. */
export function extractEnvironmentFile(line: string[]): { file?: string; args: string[] } {
  const at = line.findIndex((arg) => arg === ENV_FILE_OPTION || arg.startsWith(`${ENV_FILE_OPTION}=`));
  if (at === -1) return { args: line };
  const option = line[at] ?? '';
  const [file, count] =
    option === ENV_FILE_OPTION ? [line[at + 1], 2] : [option.slice(ENV_FILE_OPTION.length + 1), 1];
  if (!file) throw new UsageError(`${ENV_FILE_OPTION} needs a file`);
  return { file, args: line.toSpliced(at, count) };
}

/** Adds a file's variables to the environment without overriding existing ones. */
export function loadEnvironmentFile(file: string): void {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`the environment file ${file} cannot be read: ${describeReadError(error)}`);
  }
  const lines = text.split(/\r?\n/u);
  const wrong = lines.findIndex((line) => !PORTABLE_LINE.test(line));
  if (wrong !== -1)
    throw new Error(
      `${file}, line ${wrong + 1}: write NAME=value, a comment on a line of its own, and a value with # in quotes. systemd and Node read other lines differently.`,
    );
  process.loadEnvFile(file);
}

/** Returns the folder in which npm was called, which runs scripts in the project folder. */
export function callerDir(
  script: string,
  { INIT_CWD, npm_lifecycle_event } = environmentWith({}, {}),
): string {
  return path.resolve((npm_lifecycle_event === script && INIT_CWD) || '.');
}

const HELP_INDENT = 20;
const HELP_LINES = /(.{1,90})(?: |$)/gu;

export const formatHelpRows = (rows: Record<string, { usage: string; help: string }>): string =>
  Object.entries(rows)
    .map(([name, { usage, help }]) => {
      const label = `  ${name} ${usage}`.trimEnd();
      const lines = help.replace(HELP_LINES, `${' '.repeat(HELP_INDENT)}$1\n`);
      return label.length < HELP_INDENT - 1 ? label + lines.slice(label.length) : `${label}\n${lines}`;
    })
    .join('');

export const formatUsageError = (message: string, command: string): string =>
  `${toSafeLine(message)}\nUsage: ${command} --help`;

export const toSafeLine = (text: string): string => stripControls(text).replace(LINE_BREAKS, ' ');

export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)));

/** Aligns the cells of the rows. The first row contains the headings. */
export function formatTable(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_heading, column) =>
    Math.min(MAX_COLUMN_WIDTH, Math.max(...rows.map((row) => stringWidth(row[column] ?? '')))),
  );
  const formatLine = (row: string[]) =>
    row.map((cell, column) => padToWidth(cell, widths[column] ?? 0)).join(COLUMN_GAP);
  return rows.map((row) => `${formatLine(row).trimEnd()}\n`);
}

/** Waits for a slow reader, and rejects if the stream fails. Values that an export leaves unchanged must not manipulate a terminal. */
export async function print(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string>,
  out: Writable,
): Promise<void> {
  const isTerminal = 'isTTY' in out && out.isTTY;
  for await (const chunk of chunks)
    await new Promise<void>((resolve, reject) => {
      const safe = isTerminal && typeof chunk === 'string' ? stripControls(chunk) : chunk;
      out.write(safe, (error) => (error ? reject(error) : resolve()));
    });
}

const AFFIRMATIVE = /^y(?:es)?$/iu;

/** Rejects unless the operator answers yes. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('confirmation needs a terminal: add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${stripControls(question)} [y/N] `);
    if (!AFFIRMATIVE.test(answer.trim())) throw new Error('nothing was changed');
  } finally {
    terminal.close();
  }
}
