import type { S3Settings } from '../config/store-settings.ts';
import type { Limits } from './bucket.ts';
import type { Uploads } from './file-store.ts';
import { openFolderUploads } from './folder-store.ts';
import { openS3Uploads } from './s3-store.ts';

/** Where the files are kept: a folder in `dataDir`, which is made, or the bucket of `s3`, with a folder for what comes in. */
export async function openUploads(dataDir: string, s3?: S3Settings, limits?: Limits): Promise<Uploads> {
  return s3 === undefined ? openFolderUploads(dataDir) : openS3Uploads(dataDir, s3, limits);
}
