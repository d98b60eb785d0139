import path from 'node:path';
import type { FileStore } from '../files/file-store.ts';
import { S3Failure } from '../files/s3-failure.ts';
import { codeOf, copyStored, MissingFile } from '../lib/copy-file.ts';
import { eachAtOnce } from '../lib/each-at-once.ts';
import { openDatabase } from '../store/engine/database.ts';
import type { FileRow } from '../store/engine/tables.ts';
import { countsOf } from './copy-database.ts';
import { type Entry, MAX_CONCURRENT_COPIES, UPLOADS } from './manifest.ts';

/**
 * Copies the files of a copied database to the backup. Reports missing or damaged files of applications and returns their stored names in
 * `missing`. Removes draft files that no longer exist from the copied database. Omits unfinished uploads.
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
    await copy.removeUnfinished();
    await eachAtOnce(MAX_CONCURRENT_COPIES, await copy.files(), async (file) => {
      const { storedName, bytes, sha256, reference } = file;
      const target = path.join(part, UPLOADS, storedName);
      try {
        const copyFile = () => copyStored(uploads, file, target);
        // The SDK does not retry an interrupted response body.
        await copyFile().catch((error: unknown) => {
          if (error instanceof S3Failure && error.s3Kind === 'noAnswer') return copyFile();
          throw error;
        });
        entries.push({ path: `${UPLOADS}/${storedName}`, bytes, sha256 });
      } catch (error) {
        // A failure of the disk or store, not of this file.
        if (codeOf(error) !== undefined) throw error;
        const { message } = error as Error;
        if (reference !== null) {
          missing.push(storedName);
          reportFailure(`${reference}: ${file.name}: ${message}`);
        } else {
          await copy.removeDraftFile(storedName);
          if (!(error instanceof MissingFile)) reportFailure(`a draft: ${message}`);
        }
      }
    });
    return { counts: await copy.counts(), entries, missing };
  } finally {
    await copy.close();
  }
}

/** `reference`: null for a draft file. */
type CopiedFile = Pick<FileRow, 'storedName' | 'name' | 'bytes' | 'sha256'> & {
  reference: string | null;
};

/** Opens the copied database without migrating it. */
function openCopy(file: string) {
  const db = openDatabase(file);
  const columns = ['storedName', 'name', 'bytes', 'sha256'] as const;
  return {
    /** Files of applications first. */
    async files(): Promise<CopiedFile[]> {
      const sent = await db.selectFrom('applicationFiles').select(columns).select('reference').execute();
      const draftFiles = await db.selectFrom('draftFiles').select(columns).execute();
      return [...sent, ...draftFiles.map((draftFile) => ({ ...draftFile, reference: null }))];
    },

    async removeDraftFile(storedName: string): Promise<void> {
      await db.deleteFrom('draftFiles').where('storedName', '=', storedName).execute();
    },

    /** Visitors repeat unfinished uploads. */
    async removeUnfinished(): Promise<void> {
      await db.deleteFrom('resumableUploads').where('fileId', 'is', null).execute();
      await db.deleteFrom('uploadPieces').execute();
    },

    counts: () => countsOf(db),

    close: () => db.destroy(),
  };
}
