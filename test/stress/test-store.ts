import { randomBytes } from 'node:crypto';
import type { StoreLocation } from '../../src/applications/store/index.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { startPostgres } from '../support/postgres.ts';
import { environmentOf } from '../support/store-environment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Starts PostgreSQL and an S3 store for a stress test. */
export async function startServers(stack: AsyncDisposableStack) {
  const postgres = await startPostgres({ settings: ['fsync=on', 'synchronous_commit=on'] });
  stack.defer(() => postgres.stop());
  const s3 = await startFakeS3();
  stack.defer(() => s3.close());
  const location = { databaseUrl: await postgres.createDatabase('stress'), s3: s3.settings('stress/') };
  return { postgres, s3, location };
}

/** Starts the store of a stress test. `environment`: settings of its sites. The stack disposes of it. */
export async function startTestStore(stack: AsyncDisposableStack, usesServers: boolean) {
  const { path: dataDir } = stack.use(await temporaryFolder('stress'));
  const servers = usesServers ? await startServers(stack) : undefined;
  const place: StoreLocation = { dataDir, ...servers?.location };
  const environment: Record<string, string> = {
    SESSION_SECRET: randomBytes(16).toString('hex'),
    ...environmentOf(place),
  };
  return { place, environment, servers };
}
