import path from 'node:path';
import type { Writable } from 'node:stream';
import type { Store } from '../store/index.ts';
import { type Command, readArguments } from './arguments.ts';
import { backup } from './backup.ts';
import { codeOf } from './copy-file.ts';
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

/** Data goes to `out`; `report` tells a person all else, a line at a time. */
type Surroundings = {
  dataDir: string;
  workingDir: string;
  out: Writable;
  report: (message: string) => void;
};

/** Does what the arguments say and gives the process's exit status. */
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

async function carryOut(command: Command, surroundings: Surroundings): Promise<number> {
  const { dataDir, workingDir, out, report } = surroundings;
  let failures = 0;
  const reportFailure = (message: string) => {
    failures += 1;
    report(message);
  };
  const resolve = (folder: string) => path.resolve(workingDir, folder);
  if (command.name === 'help') await print([USAGE], out);
  else if (command.name === 'restore')
    await print(restore({ dataDir, folder: resolve(command.folder) }), out);
  else {
    const means = { dataDir, resolve, report, reportFailure };
    await withStore(dataDir, (store) => print(output(command, store, means), out));
  }
  return failures === 0 ? DONE : FAILED;
}

/** `resolve` finds a folder from where the command was called. */
type Means = Pick<Surroundings, 'dataDir' | 'report'> & {
  resolve: (folder: string) => string;
  reportFailure: (message: string) => void;
};

function output(
  command: Exclude<Command, { name: 'help' | 'restore' }>,
  store: Store,
  { dataDir, resolve, report, reportFailure }: Means,
): AsyncIterable<string> {
  switch (command.name) {
    case 'list':
      return list(store, command, report);
    case 'show':
      return show(store, command.reference);
    case 'backup':
      return backup(store, { dataDir, folder: resolve(command.folder) }, reportFailure);
    case 'purge':
      return purge(store, command, report);
    case 'export': {
      const { format, since, filesDir, withInfected = false } = command;
      const folder = filesDir && resolve(filesDir);
      return exportApplications(store, { format, since, folder }, { withInfected, report, reportFailure });
    }
  }
}

/** The reader of the output has closed it (`| head`). */
const isBrokenPipe = (error: unknown): boolean => codeOf(error) === 'EPIPE';
