import { randomBytes } from 'node:crypto';
import type { StoreLocation } from '../../src/store/index.ts';
import { startFakeS3 } from './fake-s3.ts';
import { startPostgres } from './postgres.ts';
import { environmentOf } from './store-environment.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Has a command's sites keep what visitors send in PostgreSQL and S3. */
const FLAG = '--postgres-s3';

/** The words of a command without the flag, and whether it stands among them. */
export function readArguments(words: readonly string[]) {
  return { words: words.filter((word) => word !== FLAG), usesPostgresS3: words.includes(FLAG) };
}

/** Where the sites of a test keep what visitors send, and the settings that say so; it ends with the stack. */
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

export type TestStore = Awaited<ReturnType<typeof startTestStore>>;
