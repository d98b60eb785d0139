import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { distDir } from '../dist-dir.ts';

/**
 * Does what one process does for all: it looks whether the bucket can be used, if one is set, brings the tables up to date, and
 * starts the embedded backend where no other is set. Gives the backend's address. The imports are late so that workers load their program meanwhile.
 */
export async function prepare(settings: Config, log: Logger): Promise<string> {
  const { dataDir, databaseUrl, contentDir, api, s3 } = settings;
  const { closeToOthers } = await import('../store/owner-only.ts');
  const open = closeToOthers(dataDir);
  if (open.length > 0) log.warn({ open }, 'others on this machine may read what is private');
  if (s3) {
    const { checkBucket } = await import('../store/s3/check-bucket.ts');
    await checkBucket(s3);
  }
  const { openMigrated } = await import('../store/migrate.ts');
  await (await openMigrated({ dataDir, databaseUrl }, log)).destroy();
  if (api.baseUrl) return api.baseUrl;
  const { startDemoBackend } = await import('../demo/backend.ts');
  return (await startDemoBackend(contentDir ?? path.join(distDir, '../src/demo/content'))).url;
}
