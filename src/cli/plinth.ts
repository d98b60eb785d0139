#!/usr/bin/env -S node --
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import project from '../../package.json' with { type: 'json' };
import { environmentWith } from '../config/environment.ts';
import { callerDir, loadEnvironmentFile, takeEnvironmentFile } from './environment-file.ts';
import { confirm, UsageError, usageError, visible } from './terminal.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

const root = path.resolve(import.meta.dirname, '../..');

const USAGE = `Usage: plinth COMMAND [--env-file FILE]

  start             runs the built site
  doctor            checks everything that the site needs
  applications ...  lists, shows, exports, delivers and deletes applications
  backup DIR        copies everything that the site stores of visitors to a new folder
  restore DIR       a backup, into a DATA_DIR without a database, or an empty DATABASE_URL
  COMMAND --help    more about a command

The settings are those of the environment. --env-file also reads a file of lines NAME=value, such as the
EnvironmentFile of systemd; a variable of the environment has precedence.
`;

/** Usage texts for `--help` of the commands without further options. */
const USAGES: Record<string, string> = {
  start: `Usage: plinth start

Runs the built site.
`,
  backup: `Usage: plinth backup DIR

Copies everything that the site stores of visitors to DIR, a new or empty folder. The site may be running.
Exit status: 0 complete, 1 something could not be read or written, 2 wrong usage.
`,
  restore: `Usage: plinth restore DIR [--show-secret]

Copies the backup DIR into a DATA_DIR without a database, or an empty DATABASE_URL. The site must be stopped.

  --show-secret  also prints the line SESSION_SECRET=... for the settings, if the backup has the secret
Exit status: 0 complete, 1 something could not be read or written, 2 wrong usage.
`,
};

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h';
/** Returns whether the call requests the list of commands. */
const isOverview = (name: string): boolean => isHelp(name) || name === 'help' || name === '';

const report = (message: string): void => void process.stderr.write(`${visible(message)}\n`);

/** Each command returns its exit status. */
const commands: Record<string, (args: string[]) => Promise<number>> = {
  start,
  doctor: async (args) => {
    const { run } = (await import(builtProgramUrl('doctor'))) as typeof import('./doctor/run.ts');
    return run(args, { environment: environmentWith({}, {}), root }, process.stdout, process.stderr);
  },
  applications: (args) => applications(args, 'plinth applications'),
  backup: (args) => applications(['backup', ...args], 'plinth backup'),
  restore: (args) => applications(['restore', ...args], 'plinth restore'),
};

/** Returns the URL of a program of the build. */
function builtProgramUrl(name: string): string {
  const program = path.join(root, `dist/${name}.js`);
  if (!existsSync(program)) throw new Error('There is no build: npm run build');
  return pathToFileURL(program).href;
}

/** Replaces this process with the site. */
async function start(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`start takes no ${args[0]}`);
  const program = builtProgramUrl('server');
  const environment = environmentWith({ MALLOC_ARENA_MAX: '2' }, {}) as NodeJS.ProcessEnv;
  // Windows cannot replace a process.
  process.execve?.(process.execPath, [process.execPath, fileURLToPath(program)], environment);
  await import(program);
  return DONE;
}

async function applications(args: string[], command: string): Promise<number> {
  // Exports and backups contain personal data.
  process.umask(0o077);
  const { run } = await import('./applications/run-command.ts');
  const { readEnvironment } = await import('./store-place.ts');
  return run(args, { ...readEnvironment(), command, out: process.stdout, report, confirm });
}

async function run(line: string[]): Promise<number> {
  const { file, args } = takeEnvironmentFile(line);
  const [name = '', ...rest] = args;
  if (['--version', '-v', 'version'].includes(name)) {
    process.stdout.write(`plinth ${project.version}, Node ${process.version}\n`);
    return DONE;
  }
  const help = isOverview(name) ? USAGE : rest.some(isHelp) && Object.hasOwn(USAGES, name) && USAGES[name];
  if (help) {
    process.stdout.write(help);
    return DONE;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`there is no command ${name}`);
  if (file !== undefined) loadEnvironmentFile(path.resolve(callerDir(name), file));
  return command(rest);
}

// `print` reports a failed write. Without a listener the event would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  report(isUsage ? usageError(message, 'plinth') : message);
  process.exitCode = isUsage ? WRONG_USAGE : FAILED;
}
