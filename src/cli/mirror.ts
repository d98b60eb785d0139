import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { callerDir } from './read-environment.ts';
import { visible } from './terminal.ts';

const COMPLETE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

const USAGE = `Usage: npm run -s mirror -- DIR [--changes]

Writes the whole site to DIR as plain files that any static host can serve: pages of both languages, assets, pictures, files,
feeds and sitemap. It reads the content with the settings of the site in the environment; the site may be running. DIR is new,
empty, or an earlier mirror: then only changes are written, and removed pages are deleted.

  --changes  one line per file: + new, ~ changed, - removed
  --help     this text

Exit status: 0 the mirror is complete, 1 something could not be fetched or written, 2 wrong usage.
`;

const report = (message: string): void => void process.stderr.write(`${visible(message)}\n`);

/** Returns undefined if only the usage was printed. */
function readArguments(): { folder: string; listsChanges: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, changes: { type: 'boolean' } },
    });
    const [folder, ...more] = positionals;
    if (values.help) process.stdout.write(USAGE);
    else if (!folder || more.length > 0) throw new Error('Name one folder.');
    else return { folder: path.resolve(callerDir('mirror'), folder), listsChanges: values.changes === true };
  } catch (error) {
    report(`${(error as Error).message}\n\n${USAGE.trimEnd()}`);
    process.exitCode = WRONG_USAGE;
  }
  return undefined;
}

/** Node cannot run the views from their sources. */
function builtProgram(): Promise<typeof import('../mirror/mirror.ts')> {
  const program = path.resolve(import.meta.dirname, '../../dist/mirror.js');
  if (!existsSync(program)) throw new Error('There is no build: npm run build');
  return import(pathToFileURL(program).href);
}

try {
  const options = readArguments();
  if (options) {
    const { folder, listsChanges } = options;
    const { mirror } = await builtProgram();
    const isComplete = await mirror(folder, { listsChanges, out: process.stdout, report });
    process.exitCode = isComplete ? COMPLETE : FAILED;
  }
} catch (error) {
  report((error as Error).message);
  process.exitCode = FAILED;
}
