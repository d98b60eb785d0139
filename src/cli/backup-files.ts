import path from 'node:path';
import { type CopiedFile, openCopy } from '../store/copy.ts';
import type { Uploads } from '../store/uploads.ts';
import { codeOf, copyStored, MissingFile } from './copy-file.ts';
import { type Entry, UPLOADS } from './manifest.ts';
import { visibleLine } from './terminal.ts';

/**
 * Copies the files that a copied database names to the folder of its backup. An application's that is missing or damaged is
 * reported, and its stored name is among the `missing`; a draft's that its visitor has removed meanwhile is taken out of the
 * copied database.
 */
export async function copyUploads(
  uploads: Uploads,
  { database, part }: { database: string; part: string },
  reportFailure: (message: string) => void,
) {
  const copy = openCopy(database);
  const entries: Entry[] = [];
  const missing: string[] = [];
  try {
    for (const file of await copy.files()) {
      const copied = await copyOne(uploads, file, part);
      if (!(copied instanceof Error)) entries.push(copied);
      else if (file.reference !== null) {
        missing.push(file.storedName);
        reportFailure(visibleLine(`${file.reference}: ${file.name}: ${copied.message}`));
      } else {
        await copy.forgetDraftFile(file.storedName);
        if (!(copied instanceof MissingFile)) reportFailure(`a draft: ${copied.message}`);
      }
    }
    return { counts: await copy.counts(), uploads: entries, missing };
  } finally {
    await copy.close();
  }
}

/** Returns a problem of the file, and throws a failure of the disk. */
async function copyOne(
  uploads: Uploads,
  { storedName, bytes, sha256 }: CopiedFile,
  part: string,
): Promise<Entry | Error> {
  try {
    await copyStored(uploads, { storedName, bytes, sha256 }, path.join(part, UPLOADS, storedName));
    return { path: `${UPLOADS}/${storedName}`, bytes, sha256 };
  } catch (error) {
    if (codeOf(error) !== undefined) throw error;
    return error as Error;
  }
}
