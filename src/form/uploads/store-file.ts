import type { StoredFile } from '../../store/drafts/draft-files.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import type { Scan } from '../../store/engine/tables.ts';
import type { Store } from '../../store/index.ts';
import type { FileRefusal } from '../rules/problems.ts';
import type { CheckerPool } from './checks/checker-pool.ts';
import type { Measured } from './receive-file.ts';

/** `tooLate`: the draft has been sent. */
type StoreResult = { file: StoredFile } | 'tooLate' | FileRefusal;

type Dependencies = {
  store: Store;
  draft: Draft;
  checkers: CheckerPool;
  scan: (path: string) => Promise<Scan>;
};

/**
 * Checks and scans a received file, and stores it in the draft or removes it. `occurrence`, `uploadId`: see `addFile`. Rejects if the store
 * fails; bytes without a row are swept.
 */
export async function storeFile(
  dependencies: Dependencies,
  received: Measured,
  occurrence: number,
  uploadId?: string,
): Promise<StoreResult> {
  const { uploads, drafts } = dependencies.store;
  const { name, bytes, sha256, upload } = received;
  try {
    const inspected = await inspect(dependencies, received);
    if ('code' in inspected) {
      await uploads.discard(upload);
      return inspected;
    }
    const storedName = await uploads.commit(upload);
    const file = { name, bytes, sha256, storedName, ...inspected };
    const added = await drafts.addFile(dependencies.draft.id, file, { occurrence, uploadId });
    if ('refused' in added || !added.isNew) await uploads.remove(storedName);
    if ('file' in added) return { file: added.file };
    return added.refused === 'notOpen' ? 'tooLate' : { code: added.refused };
  } catch (error) {
    await uploads.discard(upload).catch(() => undefined);
    throw error;
  }
}

/** Returns the type and the scan of an accepted file, or why it is refused. */
async function inspect(
  dependencies: Dependencies,
  { name, bytes, upload: { path } }: Measured,
): Promise<FileRefusal | { type: string; scan: Scan }> {
  const check = await dependencies.checkers.check({ path, name, bytes }, dependencies.draft.addressHash);
  if (!check.ok) return check;
  const scan = await dependencies.scan(path);
  return scan === 'infected' ? { code: 'fileVirus' } : { type: check.type, scan };
}
