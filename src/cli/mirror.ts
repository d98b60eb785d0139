import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { callerDir } from './read-environment.ts';
import { print, type Report, usageError } from './terminal.ts';

const COMPLETE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

const USAGE = `Usage: plinth mirror DIR [--changes]

Writes the whole site to DIR as plain files that any static host can serve: pages of both languages, assets, pictures, files,
feeds and sitemap. It reads the content with the settings of the site in the environment; the site may be running. DIR is new,
empty, or an earlier mirror: then only changes are written, and removed pages are deleted.

  --changes  one line per file: + new, ~ changed, - removed
  --help     this text

Exit status: 0 the mirror is complete, 1 something could not be fetched or written, 2 wrong usage.
`;

/** Returns undefined after `--help`. */
function readArguments(args: string[]): { folder: string; listsChanges: boolean } | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, changes: { type: 'boolean' } },
  });
  if (values.help) return undefined;
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) throw new Error('Name one folder.');
  return { folder: path.resolve(callerDir('mirror'), folder), listsChanges: values.changes === true };
}

/** Runs the command and returns its exit status. */
export async function run(args: string[], out: Writable, report: Report): Promise<number> {
  let options: ReturnType<typeof readArguments>;
  try {
    options = readArguments(args);
  } catch (error) {
    report(usageError((error as Error).message, 'plinth mirror'));
    return WRONG_USAGE;
  }
  if (!options) {
    await print([USAGE], out);
    return COMPLETE;
  }
  const { folder, listsChanges } = options;
  const { mirror } = await builtProgram();
  return (await mirror(folder, { listsChanges, out, report })) ? COMPLETE : FAILED;
}

/** Node cannot run the views from their sources. */
function builtProgram(): Promise<typeof import('../mirror/mirror.ts')> {
  const program = path.resolve(import.meta.dirname, '../../dist/mirror.js');
  if (!existsSync(program)) throw new Error('There is no build: npm run build');
  return import(pathToFileURL(program).href);
}
