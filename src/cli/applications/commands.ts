import path from 'node:path';
import type { Writable } from 'node:stream';
import { backup } from '../../applications/backup/backup.ts';
import { restore } from '../../applications/backup/restore.ts';
import { channels } from '../../applications/store/engine/tables.ts';
import type { Store, StoreLocation } from '../../applications/store/index.ts';
import { assertStoreExists, withStore } from '../store-location.ts';
import { print, type Report, UsageError } from '../terminal.ts';
import { deleteApplications, purge } from './delete.ts';
import { listDeliveries, retry, retryRefused } from './deliveries.ts';
import { exportApplications, exportFormats } from './export.ts';
import { type OptionName, parseChoice, parseOlderThan, parseSince, type Values } from './options.ts';
import { findApplications, foldForSearch, listApplications, showApplication } from './show.ts';

/** Data goes to `out`, messages to `report`. `confirm` rejects unless the operator agrees. */
export type Context = {
  location: StoreLocation;
  sessionSecret?: string;
  isSet: (setting: string) => boolean;
  /** Folder from which relative paths are resolved. */
  workingDir: string;
  /** Command name for usage errors, such as `plinth backup`. */
  command: string;
  out: Writable;
  report: Report;
  confirm: (question: string) => Promise<void>;
};
type Job = Context & { reportFailure: Report };

type Command = {
  usage: string;
  help: string;
  options?: OptionName[];
  /** Name of the argument after the command, if it takes one. */
  operand?: string;
  isOperandOptional?: boolean;
  /** Whether the command takes several arguments. */
  isOperandRepeated?: boolean;
  /** Validates the arguments. Throws a `UsageError` before anything is opened. */
  prepare: (values: Values, operand: string, operands: string[]) => (job: Job) => Promise<void>;
};

export const commands: Record<string, Command> = {
  list: {
    usage: '[--since DATE]',
    help: 'table of applications, oldest first',
    options: ['since'],
    prepare: (values) => {
      const since = parseSince(values.since);
      return runOnStore((store, { report }) => listApplications(store, since, report));
    },
  },
  find: {
    usage: 'TEXT',
    help: 'table of the applications and open drafts that contain this text in a field or file name',
    operand: 'a text',
    prepare: (_values, text) => {
      if (foldForSearch(text) === '') throw new UsageError('find needs a letter or a digit');
      return runOnStore((store, { report }) => findApplications(store, text, report));
    },
  },
  show: {
    usage: 'REF',
    help: 'one application with all fields and files',
    operand: 'a reference number',
    prepare: (_values, reference) => runOnStore((store) => showApplication(store, reference)),
  },
  export: {
    usage: `--format ${exportFormats.join('|')} [--files DIR [--with-infected]] [--since DATE]`,
    help: 'all applications on standard output: xlsx for people, json and csv for programs',
    options: ['format', 'files', 'with-infected', 'since'],
    prepare: ({ files, 'with-infected': withInfected = false, ...values }) => {
      if (values.format === undefined) throw new UsageError('export needs --format');
      const format = parseChoice('format', values.format, exportFormats);
      if (files === '') throw new UsageError('--files needs a folder');
      if (withInfected && files === undefined) throw new UsageError('--with-infected needs --files');
      const since = parseSince(values.since);
      return runOnStore((store, { workingDir, out, report, reportFailure }) => {
        if (format === 'xlsx' && 'isTTY' in out && out.isTTY)
          throw new UsageError('a terminal cannot show a workbook: add > applications.xlsx');
        const folder = files && path.resolve(workingDir, files);
        return exportApplications(store, { format, since, folder }, { withInfected, report, reportFailure });
      });
    },
  },
  deliveries: {
    usage: '[--waiting|--refused] [--format json]',
    help: 'state of each delivery, with what it waits for and its last error',
    options: ['waiting', 'refused', 'format'],
    prepare: ({ waiting, refused, format }) => {
      if (waiting && refused) throw new UsageError('deliveries takes --waiting or --refused, not both');
      const isJson = format !== undefined && parseChoice('format', format, ['json']) === 'json';
      const state = waiting ? 'waiting' : refused ? 'refused' : undefined;
      return runOnStore((store, { report, isSet }) =>
        listDeliveries(store, { state, isJson, isSet }, report),
      );
    },
  },
  retry: {
    usage: 'REF | --refused [--channel NAME] [--since DATE]',
    help: 'retries the undelivered deliveries of an application, or all refused ones; prints what still delays them',
    options: ['refused', 'channel', 'since'],
    operand: 'a reference number or --refused',
    isOperandOptional: true,
    prepare: ({ refused = false, channel, since }, reference) => {
      if (refused === (reference !== ''))
        throw new UsageError('retry needs a reference number or --refused, not both');
      if (!refused && (channel ?? since) !== undefined)
        throw new UsageError('--channel and --since need --refused');
      if (!refused) return runOnStore((store, job) => retry(store, reference, job));
      const request = {
        channel: channel === undefined ? undefined : parseChoice('channel', channel, channels),
        since: parseSince(since),
      };
      return runOnStore((store, job) => retryRefused(store, request, job));
    },
  },
  delete: {
    usage: 'REF... [--yes]',
    help: 'permanently deletes applications with their files and deliveries, and open drafts by the DRAFT-... that find shows',
    options: ['yes'],
    operand: 'a reference number',
    isOperandRepeated: true,
    prepare: ({ yes }, _reference, references) =>
      changeStore((store, job) => deleteApplications(store, references, withConfirmation(job, yes))),
  },
  purge: {
    usage: '--older-than AGE [--dry-run] [--undelivered] [--yes]',
    help: 'permanently removes applications and their files',
    options: ['older-than', 'dry-run', 'undelivered', 'yes'],
    prepare: ({ 'older-than': age, 'dry-run': isDryRun = false, undelivered = false, yes }) => {
      const before = parseOlderThan(age, Date.now());
      return changeStore((store, job) =>
        purge(store, { before, isDryRun, undelivered }, withConfirmation(job, yes)),
      );
    },
  },
  backup: {
    usage: 'DIR',
    help: 'copies all stored applications, drafts and files to a new folder',
    operand: 'a folder',
    prepare: (_values, folder) => async (job) => {
      await assertStoreExists(job.location);
      const backupJob = { ...job, folder: path.resolve(job.workingDir, folder) };
      await print(backup(backupJob, job.reportFailure), job.out);
    },
  },
  restore: {
    usage: 'DIR [--show-secret]',
    help: 'copies a backup to an empty DATA_DIR or DATABASE_URL; stop the site first',
    options: ['show-secret'],
    operand: 'a folder',
    prepare:
      ({ 'show-secret': showSecret }, folder) =>
      (job) => {
        const backupJob = { ...job, showSecret, folder: path.resolve(job.workingDir, folder) };
        return print(restore(backupJob, job.reportFailure), job.out);
      },
  },
};

const runOnStore =
  (read: (store: Store, job: Job) => AsyncIterable<string | Uint8Array>) =>
  (job: Job): Promise<void> =>
    withStore(job.location, (store) => print(read(store, job), job.out));

/** Prints after all changes, because a reader that closes the output ends the command at a line. */
const changeStore =
  (change: (store: Store, job: Job) => AsyncIterable<string>) =>
  (job: Job): Promise<void> =>
    withStore(job.location, async (store) => {
      const lines: string[] = [];
      try {
        for await (const line of change(store, job)) lines.push(line);
      } finally {
        await print(lines, job.out);
      }
    });

const withConfirmation = (job: Job, isConfirmed = false): Job =>
  isConfirmed ? { ...job, confirm: async () => undefined } : job;
