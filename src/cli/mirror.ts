import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { environmentWith } from '../config/environment.ts';
import { visible, visibleLine } from './applications/terminal.ts';
import { UsageError } from './applications/usage.ts';

const WHOLE = 0;
const FAULT = 1;
const WRONG_USAGE = 2;

const USAGE = `Usage: npm run -s mirror -- DIR [--changes]

Writes the whole site to DIR as plain files that any static host can serve: pages of both languages, assets, pictures, files,
feeds and sitemap. It takes the content from where the site does, with the same settings in the environment; the site may run
meanwhile. DIR is new, empty, or an earlier mirror: then only what has changed is written, and what is gone is removed.

  --changes  a line for each file: + new, ~ changed, - removed
  --help     this text

Exit status: 0 the mirror is whole, 1 something could not be had or written, 2 wrong usage.
`;

const report = (message: string): void => void process.stderr.write(`${visible(message)}\n`);

function readArguments(args: string[]): { folder: string; tellsChanges: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, changes: { type: 'boolean' } },
    });
    if (values.help) return undefined;
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0) throw new Error('Name one folder.');
    return { folder, tellsChanges: values.changes === true };
  } catch (error) {
    throw new UsageError(visibleLine((error as Error).message));
  }
}

/** The program that the build made: Node does not read views by itself. */
function programOf(root: string): Promise<typeof import('../mirror/mirror.ts')> {
  const program = path.join(root, 'dist/mirror.js');
  if (!existsSync(program)) throw new Error('There is no build: npm run build');
  return import(pathToFileURL(program).href);
}

async function run(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (!asked) {
    process.stdout.write(USAGE);
    return WHOLE;
  }
  const { INIT_CWD, npm_lifecycle_event: script } = environmentWith({}, {});
  // npm runs a script in the project's folder and keeps here where it was called.
  const folder = path.resolve((script === 'mirror' && INIT_CWD) || '.', asked.folder);
  const { mirror } = await programOf(path.resolve(import.meta.dirname, '../..'));
  const isWhole = await mirror(folder, { tellsChanges: asked.tellsChanges, out: process.stdout, report });
  return isWhole ? WHOLE : FAULT;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  report((error as Error).message);
  process.exitCode = error instanceof UsageError ? WRONG_USAGE : FAULT;
  if (error instanceof UsageError) report(`\n${USAGE.trimEnd()}`);
}
