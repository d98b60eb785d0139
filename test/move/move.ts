import path from 'node:path';
import { openStore, type StoreLocation } from '../../src/store/index.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { differences, takeSnapshot, uploadsOf } from './compare.ts';
import { fill, type Size } from './fill.ts';
import { type Figures, runCommand, seconds } from './step.ts';

/**
 * Moves a site with the operator's commands from SQLite and a folder to PostgreSQL and a bucket and back. All three must export the same.
 */
export async function move(size: Size) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder('move'));
  const inFolder = (name: string) => path.join(folder.path, name);
  const [one, back] = [{ dataDir: inFolder('one') }, { dataDir: inFolder('back') }];
  const many = await manyMachines(stack, inFolder('machine'));
  const [first, second] = [inFolder('first'), inFolder('second')];

  const steps: Record<string, Figures> = {};
  const run = async (name: string, place: StoreLocation, ...words: string[]): Promise<void> => {
    steps[name] = (await runCommand(place, ...words)).figures;
  };
  steps.make = await make(one.dataDir, size);
  await run('backup of one', one, 'backup', first);
  await run('restore to many', many, 'restore', first);
  await run('backup of many', many, 'backup', second);
  await run('restore to one', back, 'restore', second);

  const before = await takeSnapshot(one);
  const faults = [
    ...differences('on many machines', before, await takeSnapshot(many)),
    ...differences('on one machine again', before, await takeSnapshot(back)),
    ...((await uploadsOf(first)) === (await uploadsOf(second))
      ? []
      : ['the two backups have different files']),
  ];
  return { ...size, ...before, steps, faults };
}

/** Shared database and bucket, with the folder of one machine. */
async function manyMachines(stack: AsyncDisposableStack, dataDir: string): Promise<StoreLocation> {
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  const s3 = await startFakeS3();
  stack.defer(() => s3.close());
  return { dataDir, databaseUrl: await postgres.createDatabase('moved'), s3: s3.settings('moved/') };
}

async function make(dataDir: string, size: Size): Promise<Figures> {
  const startedAt = performance.now();
  const store = await openStore(dataDir);
  await fill(store, size);
  await store.close();
  return { seconds: seconds(startedAt) };
}
