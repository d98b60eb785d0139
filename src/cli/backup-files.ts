import path from 'node:path';
import { openCopy } from '../store/copy.ts';
import type { Uploads } from '../store/uploads.ts';
import { codeOf, copyStored, MissingFile } from './copy-file.ts';
import { type Entry, UPLOADS } from './manifest.ts';
import type { Tell } from './print.ts';
import { visibleLine } from './terminal.ts';

/**
 * Copies the files that a copied database names to the folder of its backup. An application's that is missing or damaged is
 * reported, and its stored name is among the `missing`; a draft's that its visitor has removed meanwhile is taken out of the
 * copied database.
 */
export async function copyUploads(
  uploads: Uploads,
  { database, part }: { database: string; part: string },
  reportFailure: Tell,
) {
  const copy = openCopy(database);
  const entries: Entry[] = [];
  const missing: string[] = [];
  try {
    for (const file of await copy.files()) {
      const { storedName, bytes, sha256, reference } = file;
      try {
        await copyStored(uploads, file, path.join(part, UPLOADS, storedName));
        entries.push({ path: `${UPLOADS}/${storedName}`, bytes, sha256 });
      } catch (error) {
        // A failure of the disk, and not a problem of this file.
        if (codeOf(error) !== undefined) throw error;
        const { message } = error as Error;
        if (reference !== null) {
          missing.push(storedName);
          reportFailure(visibleLine(`${reference}: ${file.name}: ${message}`));
        } else {
          await copy.forgetDraftFile(storedName);
          if (!(error instanceof MissingFile)) reportFailure(`a draft: ${message}`);
        }
      }
    }
    return { counts: await copy.counts(), uploads: entries, missing };
  } finally {
    await copy.close();
  }
}
