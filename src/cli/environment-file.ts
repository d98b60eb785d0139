import { readFileSync } from 'node:fs';
import path from 'node:path';
import { environmentWith } from '../config/environment.ts';
import { UsageError } from './terminal.ts';

const OPTION = '--env-file';

/**
 * Matches a line that systemd and Node parse in the same way: a comment, or a name and a value, in quotes if it contains `#` or
 * `\`.
 */
const PORTABLE_LINE = /^(?:\s*|\s*#.*|[A-Za-z_]\w*=(?:|"[^"\\]*"|'[^'\\]*'|[^\s"'`#\\][^#\\]*)\s*)$/u;

/** Extracts `--env-file FILE` from the arguments. */
export function extractEnvironmentFile(line: string[]): { file?: string; args: string[] } {
  const at = line.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  if (at === -1) return { args: line };
  const option = line[at] ?? '';
  const [file, count] = option === OPTION ? [line[at + 1], 2] : [option.slice(OPTION.length + 1), 1];
  if (!file) throw new UsageError(`${OPTION} needs a file`);
  return { file, args: line.toSpliced(at, count) };
}

/**
 * Adds the variables of a file to the environment without overriding existing ones. Throws if systemd would parse the file differently.
 */
export function loadEnvironmentFile(file: string): void {
  const lines = read(file).split(/\r?\n/u);
  const wrong = lines.findIndex((line) => !PORTABLE_LINE.test(line));
  if (wrong !== -1)
    throw new Error(
      `${file}, line ${wrong + 1}: write NAME=value, a comment on a line of its own, and a value with # in quotes. systemd and Node read other lines differently.`,
    );
  process.loadEnvFile(file);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`the environment file ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Returns the folder from which the npm script was called. npm itself runs scripts in the project folder. */
export function callerDir(
  script: string,
  { INIT_CWD, npm_lifecycle_event } = environmentWith({}, {}),
): string {
  return path.resolve((npm_lifecycle_event === script && INIT_CWD) || '.');
}
