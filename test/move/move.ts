import path from 'node:path';
import { openStore, type StoreLocation } from '../../src/store/index.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { differences, lookAt, uploadsOf } from './compare.ts';
import { fill, type Size } from './fill.ts';
import { type Figures, runCommand, seconds } from './step.ts';

/**
 * Moves a site from one machine to several and back, by the commands that an operator has: SQLite and a folder, PostgreSQL and a bucket,
 * SQLite and a folder. What the three export must be the same.
 */
export async function move(size: Size) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder('move'));
  const inFolder = (name: string) => path.join(folder.path, name);
  const [one, back] = [{ dataDir: inFolder('one') }, { dataDir: inFolder('back') }];
  const many = await manyMachines(stack, inFolder('machine'));
  const [first, second] = [inFolder('first'), inFolder('second')];

  const steps: Record<string, Figures> = {};
  const take = async (name: string, place: StoreLocation, ...words: string[]): Promise<void> => {
    steps[name] = (await runCommand(place, ...words)).figures;
  };
  steps.make = await make(one.dataDir, size);
  await take('backup of one', one, 'backup', first);
  await take('restore to many', many, 'restore', first);
  await take('backup of many', many, 'backup', second);
  await take('restore to one', back, 'restore', second);

  const before = await lookAt(one);
  const faults = [
    ...differences('on many machines', before, await lookAt(many)),
    ...differences('on one machine again', before, await lookAt(back)),
    ...((await uploadsOf(first)) === (await uploadsOf(second)) ? [] : ['the two backups hold other files']),
  ];
  return { ...size, ...before, steps, faults };
}

/** What several machines share, of which one has a folder of its own. */
async function manyMachines(stack: AsyncDisposableStack, dataDir: string): Promise<StoreLocation> {
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  const s3 = await startFakeS3();
  stack.defer(() => s3.close());
  return { dataDir, databaseUrl: await postgres.createDatabase('moved'), s3: s3.settings('moved/') };
}

async function make(dataDir: string, size: Size): Promise<Figures> {
  const begunAt = performance.now();
  const store = await openStore(dataDir);
  await fill(store, size);
  await store.close();
  return { seconds: seconds(begunAt) };
}
