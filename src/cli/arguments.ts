import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { readOlderThan, readSince } from './times.ts';
import { UsageError } from './usage.ts';

const formats = ['json', 'csv'] as const;
export type Format = (typeof formats)[number];

/** `since` and `before` in milliseconds since 1970; `filesDir` and `folder` as they were written. */
export type Command =
  | { name: 'help' }
  | { name: 'list'; since?: number }
  | { name: 'show'; reference: string }
  | { name: 'backup'; folder: string }
  | { name: 'restore'; folder: string }
  | { name: 'purge'; before: number; isDryRun: boolean }
  | { name: 'export'; format: Format; filesDir?: string; withInfected?: boolean; since?: number };

const options = {
  format: { type: 'string' },
  files: { type: 'string' },
  'with-infected': { type: 'boolean' },
  since: { type: 'string' },
  purge: { type: 'boolean' },
  'older-than': { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} satisfies ParseArgsOptionsConfig;

type Option = keyof typeof options;
type Options = ReturnType<typeof parse>['values'];
/** The options that a command takes, whether a word stands behind its name, and what it then is. */
type Reader = {
  takes?: Option[];
  hasOperand?: boolean;
  read: (values: Options, operand: string, now: number) => Command;
};

const withFolder = (name: 'backup' | 'restore'): Reader => ({
  hasOperand: true,
  read: (_values, folder) => {
    if (folder === '') throw new UsageError(`${name} needs a folder`);
    return { name, folder };
  },
});

const readers: Record<string, Reader> = {
  backup: withFolder('backup'),
  restore: withFolder('restore'),
  purge: {
    takes: ['purge', 'older-than', 'dry-run'],
    read: ({ 'older-than': age, 'dry-run': isDryRun = false }, _operand, now) => ({
      name: 'purge',
      before: readOlderThan(age, now),
      isDryRun,
    }),
  },
  list: {
    takes: ['since'],
    read: ({ since }) => ({ name: 'list', since: readSince(since) }),
  },
  show: {
    hasOperand: true,
    read: (_values, reference) => {
      if (reference.trim() === '') throw new UsageError('show needs a reference number');
      return { name: 'show', reference };
    },
  },
  export: {
    takes: ['format', 'files', 'with-infected', 'since'],
    read: ({ format, files, 'with-infected': withInfected, since }) => {
      if (files === '') throw new UsageError('--files needs a folder');
      if (withInfected && files === undefined) throw new UsageError('--with-infected needs --files');
      const range = { since: readSince(since) };
      return { name: 'export', format: readFormat(format), filesDir: files, withInfected, ...range };
    },
  },
};

/** What the command line asks for; throws a `UsageError` where that is nothing. */
export function readArguments(args: string[], now = Date.now()): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { name: 'help' };
  // `--purge` is the command in another spelling.
  const [name, ...rest] = values.purge ? ['purge', ...positionals] : positionals;
  if (name === undefined) throw new UsageError('no command was given');
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (reader === undefined) throw new UsageError(`there is no command ${name}`);
  const { takes = [], hasOperand = false, read } = reader;
  const stray = Object.keys(values).find((option) => !takes.some((taken) => taken === option));
  if (stray !== undefined) throw new UsageError(`${name} takes no --${stray}`);
  const extra = rest[hasOperand ? 1 : 0];
  if (extra !== undefined) throw new UsageError(`one argument too many: ${extra}`);
  return read(values, rest[0] ?? '', now);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's message continues with advice that does not apply to this command.
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

function readFormat(text: string | undefined): Format {
  const format = formats.find((one) => one === text);
  if (format !== undefined) return format;
  throw new UsageError(text === undefined ? 'export needs --format' : `--format: there is no format ${text}`);
}
