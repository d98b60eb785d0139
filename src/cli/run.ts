import path from 'node:path';
import type { Writable } from 'node:stream';
import type { Store } from '../store/index.ts';
import { type Command, readArguments } from './arguments.ts';
import { backup } from './backup.ts';
import { exportApplications } from './export.ts';
import { list } from './list.ts';
import { print } from './print.ts';
import { purge } from './purge.ts';
import { restore } from './restore.ts';
import { show } from './show.ts';
import { visibleLine } from './terminal.ts';
import { USAGE, UsageError } from './usage.ts';
import { withStore } from './with-store.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Tells a person something that is no data, a line at a time. */
export type WriteLine = (message: string) => void;
export type Surroundings = { dataDir: string; workingDir: string; out: Writable; report: WriteLine };

/** Does what the arguments say and gives the process's exit status. Data goes to `out`, all else to `report`. */
export async function run(args: string[], surroundings: Surroundings): Promise<number> {
  try {
    return await carryOut(readArguments(args), surroundings);
  } catch (error) {
    if (isBrokenPipe(error)) return DONE;
    surroundings.report(visibleLine(error instanceof Error ? error.message : String(error)));
    if (!(error instanceof UsageError)) return FAILED;
    surroundings.report(`\n${USAGE.trimEnd()}`);
    return WRONG_USAGE;
  }
}

async function carryOut(
  command: Command,
  { dataDir, workingDir, out, report }: Surroundings,
): Promise<number> {
  if (command.name === 'help') {
    await print([USAGE], out);
    return DONE;
  }
  let failures = 0;
  const reportFailure: WriteLine = (message) => {
    failures += 1;
    report(message);
  };
  const resolve = (folder: string) => path.resolve(workingDir, folder);
  if (command.name === 'restore') await print(restore({ dataDir, folder: resolve(command.folder) }), out);
  else
    await withStore(dataDir, (store) =>
      print(output(command, store, { dataDir, resolve, report, reportFailure }), out),
    );
  return failures === 0 ? DONE : FAILED;
}

/** `resolve` finds a folder from where the command was called. */
type Told = {
  dataDir: string;
  resolve: (folder: string) => string;
  report: WriteLine;
  reportFailure: WriteLine;
};

function output(
  command: Exclude<Command, { name: 'help' | 'restore' }>,
  store: Store,
  told: Told,
): AsyncIterable<string> {
  switch (command.name) {
    case 'list':
      return list(store, command, told.report);
    case 'show':
      return show(store, command.reference);
    case 'backup':
      return backup(
        store,
        { dataDir: told.dataDir, folder: told.resolve(command.folder) },
        told.reportFailure,
      );
    case 'purge':
      return purge(store, command, told.report);
    case 'export': {
      const { format, since, filesDir, withInfected = false } = command;
      const folder = filesDir && told.resolve(filesDir);
      return exportApplications(store, { format, since, folder }, { ...told, withInfected });
    }
  }
}

/** The reader of the output has closed it (`| head`). */
const isBrokenPipe = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'EPIPE';
