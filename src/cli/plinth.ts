import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import project from '../../package.json' with { type: 'json' };
import { environmentWith } from '../config/environment.ts';
import { stripControls } from '../lib/log.ts';
import {
  callerDir,
  confirm,
  EXIT,
  extractEnvironmentFile,
  formatHelpRows,
  formatUsageError,
  loadEnvironmentFile,
  parseArguments,
  print,
  UsageError,
} from './terminal.ts';

const root = path.resolve(import.meta.dirname, '../..');

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h';

const printMessage = (message: string): void => void process.stderr.write(`${stripControls(message)}\n`);

/** `run` returns the exit status. */
type Command = { usage: string; help: string; run: (args: string[]) => Promise<number> };

const commands: Record<string, Command> = {
  start: { usage: '', help: 'runs the built site', run: startBuiltSite },
  doctor: {
    usage: '[--outside] [--test-forward] | --backend [URL]',
    help: 'checks settings, build, database, content in both languages and each configured service. It changes nothing and can run next to the site. --outside also asks SITE_URL, as visitors reach it: build, compression, PATCH, large bodies, client address, /metrics. --test-forward also sends a signed test application to FORWARD_URL; its reference begins with TEST-: remove it there. --backend asks only the content backend at URL or API_BASE_URL, and needs no other setting, build or data folder',
    run: doctor,
  },
  contract: {
    usage: '',
    help: 'prints the contract of the content backend as OpenAPI 3.1, with a complete site as examples',
    run: printContract,
  },
  applications: {
    usage: '--help',
    help: 'lists, shows, exports, delivers and deletes applications',
    run: (args) => applications(args, 'plinth applications'),
  },
  backup: {
    usage: 'DIR',
    help: 'copies all stored applications, drafts and files to a new folder',
    run: (args) => applications(['backup', ...args], 'plinth backup'),
  },
  restore: {
    usage: 'DIR [--show-secret]',
    help: 'copies a backup to an empty DATA_DIR or DATABASE_URL; stop the site first. --show-secret also prints the SESSION_SECRET of the backup',
    run: (args) => applications(['restore', ...args], 'plinth restore'),
  },
};

const FOOTER = `
The settings are those of the environment. --env-file also reads a file of lines NAME=value, such as the
EnvironmentFile of systemd; a variable of the environment has precedence.
Exit status: 0 done, 1 an error, 2 wrong usage.
`;

async function doctor(args: string[]): Promise<number> {
  const options = {
    outside: { type: 'boolean' },
    'test-forward': { type: 'boolean' },
    backend: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArguments({ args, options, allowPositionals: true });
  const [url] = positionals;
  if (positionals.length > (values.backend ? 1 : 0))
    throw new UsageError(`doctor takes no ${positionals.at(-1)}`);
  if (values.backend && (values.outside || values['test-forward']))
    throw new UsageError('--backend takes no other option');
  const { runBackendDoctor, runDoctor } = await import('./doctor/run.ts');
  const environment = environmentWith({}, url ? { API_BASE_URL: url } : {});
  if (values.backend && !environment.API_BASE_URL)
    throw new UsageError('name the URL of the backend: doctor --backend URL');
  const distDir = path.join(root, 'dist');
  const hasError = values.backend
    ? await runBackendDoctor(environment, distDir, process.stdout)
    : await runDoctor(values, { environment, distDir }, process.stdout);
  return hasError ? EXIT.failed : EXIT.done;
}

async function printContract(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`contract takes no ${args[0]}`);
  const { buildContract } = await import('./contract/openapi.ts');
  await print([`${JSON.stringify(await buildContract(), undefined, 2)}\n`], process.stdout);
  return EXIT.done;
}

/** Replaces this process with the site. */
async function startBuiltSite(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`start takes no ${args[0]}`);
  const program = path.join(root, 'dist/server.js');
  if (!existsSync(program)) throw new Error('there is no build: run npm run build');
  const environment = environmentWith({ MALLOC_ARENA_MAX: '2' }, {}) as NodeJS.ProcessEnv;
  // Windows cannot replace a process.
  process.execve?.(process.execPath, [process.execPath, program], environment);
  await import(pathToFileURL(program).href);
  return EXIT.done;
}

async function applications(args: string[], command: string): Promise<number> {
  // Exports and backups contain personal data.
  process.umask(0o077);
  const { runCommand } = await import('./applications/run-command.ts');
  const { readStoreSettings } = await import('./store-location.ts');
  return runCommand(args, {
    ...readStoreSettings(),
    command,
    out: process.stdout,
    report: printMessage,
    confirm,
  });
}

async function runCommandLine(line: string[]): Promise<number> {
  const { file, args } = extractEnvironmentFile(line);
  const [name = '', ...rest] = args;
  if (['--version', '-v', 'version'].includes(name)) {
    process.stdout.write(`plinth ${project.version}, Node ${process.version}\n`);
    return EXIT.done;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const wantsOverview = isHelp(name) || name === 'help' || name === '';
  if (wantsOverview || (rest.some(isHelp) && name !== 'applications')) {
    process.stdout.write(`Usage: plinth COMMAND [--env-file FILE]\n\n${formatHelpRows(commands)}${FOOTER}`);
    return EXIT.done;
  }
  if (!command) throw new UsageError(`there is no command ${name}`);
  if (file !== undefined) loadEnvironmentFile(path.resolve(callerDir(name), file));
  return command.run(rest);
}

// `print` reports a failed write. Without a listener, the event would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
try {
  process.exitCode = await runCommandLine(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  printMessage(isUsage ? formatUsageError(message, 'plinth') : message);
  process.exitCode = isUsage ? EXIT.wrongUsage : EXIT.failed;
}
