import { randomBytes } from 'node:crypto';
import type { StoreLocation } from '../../src/applications/store/index.ts';
import { startFakeS3 } from './fake-s3.ts';
import { startPostgres } from './postgres.ts';
import { environmentOf } from './store-environment.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Selects PostgreSQL and S3 instead of SQLite and a folder. */
const FLAG = '--postgres-s3';

/** Parses the arguments of a stress command. */
export function readArguments(args: readonly string[]) {
  return { args: args.filter((arg) => arg !== FLAG), usesPostgresS3: args.includes(FLAG) };
}

/** Starts the store of a stress test. `environment`: settings of its sites. The stack disposes of it. */
export async function startTestStore(stack: AsyncDisposableStack, name: string, usesPostgresS3 = false) {
  const folder = stack.use(await temporaryFolder(name));
  const secret = { SESSION_SECRET: randomBytes(16).toString('hex') };
  const own: StoreLocation = { dataDir: folder.path };
  if (!usesPostgresS3)
    return { place: own, environment: { ...secret, ...environmentOf(own) }, postgres: undefined };
  const postgres = await startPostgres({ settings: ['fsync=on', 'synchronous_commit=on'] });
  stack.defer(() => postgres.stop());
  const databaseUrl = await postgres.createDatabase(name);
  const fake = await startFakeS3();
  stack.defer(() => fake.close());
  const s3 = fake.settings(`${name}/`);
  const place = { ...own, databaseUrl, s3 };
  return { place, environment: { ...secret, ...environmentOf(place) }, postgres };
}
