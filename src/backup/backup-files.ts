import path from 'node:path';
import type { FileStore } from '../files/file-store.ts';
import { S3Failure } from '../files/s3-failure.ts';
import { codeOf, copyStored, MissingFile } from '../lib/copy-file.ts';
import { eachAtOnce } from '../lib/each-at-once.ts';
import { openCopy } from './copied-database.ts';
import { type Entry, FILES_AT_ONCE, UPLOADS } from './manifest.ts';

/**
 * Copies the files that a copied database names to the folder of its backup. An application's that is missing or damaged is
 * reported, and its stored name is among the `missing`; a draft's that its visitor has removed meanwhile is taken out of the
 * copied database. Files that have come in part only are left out.
 */
export async function copyUploads(
  uploads: FileStore,
  { database, part }: { database: string; part: string },
  reportFailure: (message: string) => void,
) {
  const copy = openCopy(database);
  const entries: Entry[] = [];
  const missing: string[] = [];
  try {
    await copy.forgetUnfinished();
    await eachAtOnce(FILES_AT_ONCE, await copy.files(), async (file) => {
      const { storedName, bytes, sha256, reference } = file;
      const target = path.join(part, UPLOADS, storedName);
      try {
        const copyFile = () => copyStored(uploads, file, target);
        // The SDK does not retry a file whose connection breaks while it is read.
        await copyFile().catch((error: unknown) => {
          if (error instanceof S3Failure && error.s3Kind === 'noAnswer') return copyFile();
          throw error;
        });
        entries.push({ path: `${UPLOADS}/${storedName}`, bytes, sha256 });
      } catch (error) {
        // A failure of disk or store, and not a problem of this file.
        if (codeOf(error) !== undefined) throw error;
        const { message } = error as Error;
        if (reference !== null) {
          missing.push(storedName);
          reportFailure(`${reference}: ${file.name}: ${message}`);
        } else {
          await copy.forgetDraftFile(storedName);
          if (!(error instanceof MissingFile)) reportFailure(`a draft: ${message}`);
        }
      }
    });
    return { counts: await copy.counts(), entries, missing };
  } finally {
    await copy.close();
  }
}
