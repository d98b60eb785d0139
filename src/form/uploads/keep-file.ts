import type { StoredFile } from '../../store/drafts/draft-files.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import type { Scan } from '../../store/engine/tables.ts';
import type { Store } from '../../store/index.ts';
import type { FileRefusal } from '../rules/problems.ts';
import type { CheckerPool } from './checks/checker-pool.ts';
import type { Measured } from './receive-file.ts';

/** `tooLate`: the draft was sent in the meantime. */
export type Kept = { file: StoredFile } | 'tooLate' | FileRefusal;

type Place = {
  store: Store;
  draft: Draft;
  checkers: CheckerPool;
  scan: (path: string) => Promise<Scan>;
};

/**
 * Judges a file that has come in, has it scanned and takes it into the draft, or removes it. `occurrence`, `uploadId`: see `addFile`.
 * Rejects where the store fails; what was stored by then has no row, and is swept.
 */
export async function keepFile(
  place: Place,
  incoming: Measured,
  occurrence: number,
  uploadId?: string,
): Promise<Kept> {
  const { uploads, drafts } = place.store;
  const { name, bytes, sha256, upload } = incoming;
  try {
    const looked = await lookInto(place, incoming);
    if ('code' in looked) {
      await uploads.discard(upload);
      return looked;
    }
    const storedName = await uploads.commit(upload);
    const file = { name, bytes, sha256, storedName, ...looked };
    const added = await drafts.addFile(place.draft.id, file, undefined, occurrence, uploadId);
    if ('refused' in added || !added.isNew) await uploads.remove(storedName);
    if ('file' in added) return { file: added.file };
    return added.refused === 'notOpen' ? 'tooLate' : { code: added.refused };
  } catch (error) {
    await uploads.discard(upload).catch(() => undefined);
    throw error;
  }
}

/** The type and the scan of a file that may be kept, or why it is refused. */
async function lookInto(
  place: Place,
  { name, bytes, upload: { path } }: Measured,
): Promise<FileRefusal | { type: string; scan: Scan }> {
  const check = await place.checkers.check({ path, name, bytes }, place.draft.addressHash);
  if (!check.ok) return check;
  const scan = await place.scan(path);
  return scan === 'infected' ? { code: 'fileVirus' } : { type: check.type, scan };
}
