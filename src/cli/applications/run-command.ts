import path from 'node:path';
import type { Writable } from 'node:stream';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { backup } from '../../backup/backup.ts';
import { restore } from '../../backup/restore.ts';
import { codeOf } from '../../lib/copy-file.ts';
import { type Channel, channels } from '../../store/engine/tables.ts';
import type { Store, StoreLocation } from '../../store/index.ts';
import { print, type Report, usageError, visibleLine } from '../terminal.ts';
import { deliveries, retry, retryRefused } from './deliveries.ts';
import { type ExportFormat, exportApplications, exportFormats } from './export.ts';
import { list } from './list.ts';
import { purge } from './purge.ts';
import { show } from './show.ts';
import { readOlderThan, readSince } from './times.ts';
import { USAGE, UsageError } from './usage.ts';
import { placeText, refuseUnused, withStore } from './with-store.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Data goes to `out`, messages to `report`. Relative folders are resolved from `workingDir`. */
type Context = {
  place: StoreLocation;
  /** From SESSION_SECRET. */
  sessionSecret?: string;
  workingDir: string;
  /** For usage errors, such as `plinth backup`. */
  command: string;
  out: Writable;
  report: Report;
};
type Execute = (context: Context & { reportFailure: Report }) => Promise<void>;

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
  channel: { type: 'string' },
  'show-secret': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} satisfies ParseArgsOptionsConfig;

type Command = {
  options?: (keyof typeof options)[];
  /** Names the argument after the command, if it takes one. */
  operand?: string;
  isOptional?: boolean;
  /** Validates the arguments: throws a `UsageError` before anything is opened. */
  prepare: (values: ReturnType<typeof parse>['values'], operand: string) => Execute;
};

const fromStore =
  (read: (store: Store, context: Parameters<Execute>[0]) => AsyncIterable<string | Uint8Array>): Execute =>
  (context) =>
    withStore(context.place, (store) => print(read(store, context), context.out));

const commands: Record<string, Command> = {
  list: {
    options: ['since'],
    prepare: (values) => {
      const since = readSince(values.since);
      return fromStore((store, { report }) => list(store, { since }, report));
    },
  },
  show: {
    operand: 'a reference number',
    prepare: (_values, reference) => fromStore((store) => show(store, reference)),
  },
  export: {
    options: ['format', 'files', 'with-infected', 'since'],
    prepare: ({ format, files, 'with-infected': withInfected = false, ...values }) => {
      if (format === undefined) throw new UsageError('export needs --format');
      if (!isExportFormat(format)) throw new UsageError(`--format: there is no format ${format}`);
      if (files === '') throw new UsageError('--files needs a folder');
      if (withInfected && files === undefined) throw new UsageError('--with-infected needs --files');
      const since = readSince(values.since);
      return fromStore((store, { workingDir, report, reportFailure }) => {
        const folder = files && path.resolve(workingDir, files);
        return exportApplications(store, { format, since, folder }, { withInfected, report, reportFailure });
      });
    },
  },
  deliveries: {
    options: ['waiting', 'refused', 'format'],
    prepare: ({ waiting, refused, format }) => {
      if (waiting && refused) throw new UsageError('deliveries takes --waiting or --refused, not both');
      if (format !== undefined && format !== 'json')
        throw new UsageError(`--format: deliveries has no format ${format}`);
      const state = waiting ? 'waiting' : refused ? 'refused' : undefined;
      return fromStore((store, { report }) =>
        deliveries(store, { state, isJson: format === 'json' }, report),
      );
    },
  },
  retry: {
    options: ['refused', 'channel', 'since'],
    operand: 'a reference number or --refused',
    isOptional: true,
    prepare: ({ refused, channel, ...values }, reference) => {
      if (!refused) {
        if (reference === '') throw new UsageError('retry needs a reference number or --refused');
        if (channel !== undefined || values.since !== undefined)
          throw new UsageError('--channel and --since need --refused');
        return fromStore((store) => retry(store, reference));
      }
      if (reference !== '') throw new UsageError('retry takes a reference number or --refused, not both');
      const request = { channel: readChannel(channel), since: readSince(values.since) };
      return fromStore((store, { report }) => retryRefused(store, request, report));
    },
  },
  purge: {
    options: ['purge', 'older-than', 'dry-run', 'undelivered'],
    prepare: ({ 'older-than': age, 'dry-run': isDryRun = false, undelivered = false }) => {
      const before = readOlderThan(age, Date.now());
      return fromStore((store, reports) => purge(store, { before, isDryRun, undelivered }, reports));
    },
  },
  backup: {
    operand: 'a folder',
    prepare:
      (_values, folder) =>
      async ({ place, sessionSecret, workingDir, out, reportFailure }) => {
        await refuseUnused(place);
        const job = { place, sessionSecret, folder: path.resolve(workingDir, folder) };
        await print(backup(job, reportFailure), out);
      },
  },
  restore: {
    options: ['show-secret'],
    operand: 'a folder',
    prepare:
      ({ 'show-secret': showSecret }, folder) =>
      ({ place, sessionSecret, workingDir, out, reportFailure }) => {
        const job = { place, sessionSecret, showSecret, folder: path.resolve(workingDir, folder) };
        return print(restore(job, reportFailure), out);
      },
  },
};

/** Runs the command and returns its exit status. */
export async function run(args: string[], context: Context): Promise<number> {
  let failures = 0;
  const reportFailure = (message: string) => {
    failures += 1;
    context.report(visibleLine(message));
  };
  try {
    const execute = readArguments(args);
    if (execute === undefined) await print([USAGE], context.out);
    else {
      context.report(visibleLine(placeText(context.place)));
      await execute({ ...context, reportFailure });
    }
    return failures === 0 ? DONE : FAILED;
  } catch (error) {
    // The reader of the output has closed it (`| head`).
    if (codeOf(error) === 'EPIPE') return DONE;
    const message = error instanceof Error ? error.message : String(error);
    const isUsage = error instanceof UsageError;
    context.report(isUsage ? usageError(message, context.command) : visibleLine(message));
    return isUsage ? WRONG_USAGE : FAILED;
  }
}

/** Returns undefined after `--help`. */
function readArguments(args: string[]): Execute | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  // `--purge` is another spelling of the command.
  const [name, ...rest] = values.purge ? ['purge', ...positionals] : positionals;
  if (name === undefined) throw new UsageError('no command was given');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`there is no command ${name}`);
  const allowed: string[] = command.options ?? [];
  const unknown = Object.keys(values).find((option) => !allowed.includes(option));
  if (unknown !== undefined) throw new UsageError(`${name} takes no --${unknown}`);
  const extra = rest[command.operand ? 1 : 0];
  if (extra !== undefined) throw new UsageError(`one argument too many: ${extra}`);
  const [operand = ''] = rest;
  if (command.operand && !command.isOptional && operand.trim() === '')
    throw new UsageError(`${name} needs ${command.operand}`);
  return command.prepare(values, operand);
}

const isExportFormat = (text: string): text is ExportFormat => exportFormats.some((one) => one === text);

function readChannel(text: string | undefined): Channel | undefined {
  const channel = channels.find((one) => one === text);
  if (text !== undefined && channel === undefined)
    throw new UsageError(`--channel: ${text} is not one of ${channels.join(', ')}`);
  return channel;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's further sentences are advice that does not apply here.
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}
