import type { Limits } from '../s3/limits.ts';
import type { S3Settings } from '../store-settings.ts';
import { openFolderUploads } from './folder-uploads.ts';
import type { Uploads } from './uploads.ts';

/** Where the files are kept: a folder in `dataDir`, which is made, or the bucket of `s3`, with a folder for what comes in. */
export async function openUploads(dataDir: string, s3?: S3Settings, limits?: Limits): Promise<Uploads> {
  if (s3 === undefined) return openFolderUploads(dataDir);
  // The library is loaded where it is needed alone.
  const { openS3Uploads } = await import('./s3-uploads.ts');
  return openS3Uploads(dataDir, s3, limits);
}
