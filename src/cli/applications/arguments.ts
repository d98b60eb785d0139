import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { DeliveryState } from '../../store/engine/tables.ts';
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
  | { name: 'deliveries'; state?: DeliveryState; format: 'table' | 'json' }
  | { name: 'retry'; reference: string }
  | { name: 'purge'; before: number; isDryRun: boolean; undelivered: boolean }
  | { name: 'export'; format: Format; filesDir?: string; withInfected?: boolean; since?: number };

const options = {
  format: { type: 'string' },
  files: { type: 'string' },
  'with-infected': { type: 'boolean' },
  since: { type: 'string' },
  purge: { type: 'boolean' },
  'older-than': { type: 'string' },
  'dry-run': { type: 'boolean' },
  undelivered: { type: 'boolean' },
  waiting: { type: 'boolean' },
  refused: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} satisfies ParseArgsOptionsConfig;

type Option = keyof typeof options;
type Options = ReturnType<typeof parse>['values'];
/** The options that a command takes, what the word behind its name is, where it has one, and what both then mean. */
type Reader = {
  takes?: Option[];
  operand?: string;
  read: (values: Options, operand: string, now: number) => Command;
};

const readers: Record<string, Reader> = {
  backup: { operand: 'a folder', read: (_values, folder) => ({ name: 'backup', folder }) },
  restore: { operand: 'a folder', read: (_values, folder) => ({ name: 'restore', folder }) },
  show: { operand: 'a reference number', read: (_values, reference) => ({ name: 'show', reference }) },
  list: { takes: ['since'], read: ({ since }) => ({ name: 'list', since: readSince(since) }) },
  retry: { operand: 'a reference number', read: (_values, reference) => ({ name: 'retry', reference }) },
  deliveries: {
    takes: ['waiting', 'refused', 'format'],
    read: ({ waiting, refused, format }) => {
      if (waiting && refused) throw new UsageError('deliveries takes --waiting or --refused, not both');
      if (format !== undefined && format !== 'json')
        throw new UsageError(`--format: deliveries has no format ${format}`);
      const state = waiting ? 'waiting' : refused ? 'refused' : undefined;
      return { name: 'deliveries', state, format: format ?? 'table' };
    },
  },
  purge: {
    takes: ['purge', 'older-than', 'dry-run', 'undelivered'],
    read: ({ 'older-than': age, 'dry-run': isDryRun = false, undelivered = false }, _operand, now) => ({
      name: 'purge',
      before: readOlderThan(age, now),
      isDryRun,
      undelivered,
    }),
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
  const { takes = [], operand, read } = reader;
  const stray = Object.keys(values).find((option) => !takes.some((taken) => taken === option));
  if (stray !== undefined) throw new UsageError(`${name} takes no --${stray}`);
  const extra = rest[operand ? 1 : 0];
  if (extra !== undefined) throw new UsageError(`one argument too many: ${extra}`);
  const [given = ''] = rest;
  if (operand && given.trim() === '') throw new UsageError(`${name} needs ${operand}`);
  return read(values, given, now);
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
