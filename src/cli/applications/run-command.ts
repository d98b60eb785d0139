import path from 'node:path';
import type { Writable } from 'node:stream';
import { backup } from '../../backup/backup.ts';
import { restore } from '../../backup/restore.ts';
import { codeOf } from '../../lib/copy-file.ts';
import type { Store, StorePlace } from '../../store/index.ts';
import { type Command, readArguments } from './arguments.ts';
import { deliveries, retry } from './deliveries.ts';
import { exportApplications } from './export.ts';
import { list } from './list.ts';
import { print, type Tell } from './print.ts';
import { purge } from './purge.ts';
import { show } from './show.ts';
import { visibleLine } from './terminal.ts';
import { USAGE, UsageError } from './usage.ts';
import { refuseAbsent, withStore } from './with-store.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

/** Data goes to `out`; `report` takes all else. */
type Surroundings = {
  place: StorePlace;
  /** Where the environment sets one. */
  sessionSecret?: string;
  workingDir: string;
  out: Writable;
  report: Tell;
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
  let failures = 0;
  await printOutput(command, surroundings, (message) => {
    failures += 1;
    surroundings.report(visibleLine(message));
  });
  return failures === 0 ? DONE : FAILED;
}

function printOutput(
  command: Command,
  { place, sessionSecret, workingDir, out, report }: Surroundings,
  reportFailure: Tell,
): Promise<void> {
  const resolve = (folder: string) => path.resolve(workingDir, folder);
  const stored = (read: (store: Store) => AsyncIterable<string>) =>
    withStore(place, (store) => print(read(store), out));
  switch (command.name) {
    case 'help':
      return print([USAGE], out);
    case 'restore':
      return print(restore({ place, sessionSecret, folder: resolve(command.folder) }), out);
    case 'backup':
      refuseAbsent(place);
      return print(backup({ place, sessionSecret, folder: resolve(command.folder) }, reportFailure), out);
    case 'list':
      return stored((store) => list(store, command, report));
    case 'deliveries':
      return stored((store) => deliveries(store, command, report));
    case 'retry':
      return stored((store) => retry(store, command.reference));
    case 'show':
      return stored((store) => show(store, command.reference));
    case 'purge':
      return stored((store) => purge(store, command, report));
    case 'export': {
      const { format, since, filesDir, withInfected = false } = command;
      const folder = filesDir && resolve(filesDir);
      const copying = { withInfected, report, reportFailure };
      return stored((store) => exportApplications(store, { format, since, folder }, copying));
    }
  }
}

/** The reader of the output has closed it (`| head`). */
const isBrokenPipe = (error: unknown): boolean => codeOf(error) === 'EPIPE';
