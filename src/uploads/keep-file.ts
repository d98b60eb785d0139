import { MAX_BYTES_PER_ADDRESS_PER_DAY } from '../application/limits.ts';
import { type FileCode, type FileProblem, fileProblem } from '../application/problems.ts';
import type { StoredFile } from '../store/draft-files.ts';
import type { Draft } from '../store/drafts.ts';
import type { Store } from '../store/index.ts';
import type { Scan } from '../store/tables.ts';
import type { CheckerPool } from './checks/checker-pool.ts';
import type { Measured } from './receive-file.ts';

export type Kept = { file: StoredFile } | { problem: FileProblem } | { isTooLate: true };

type Place = {
  store: Store;
  draft: Draft;
  isLimited: boolean;
  checkers: CheckerPool;
  scan: (path: string) => Promise<Scan>;
};

/**
 * Judges a file that has come in, has it scanned and takes it into the draft, or removes it. `occurrence`: see `addFile`. `isTooLate`: the
 * draft was sent in the meantime. Rejects where the store fails; what was stored
 * by then has no row, and is swept.
 */
export async function keepFile(place: Place, incoming: Measured, occurrence: number): Promise<Kept> {
  const { store } = place;
  const { name, bytes, sha256, upload } = incoming;
  try {
    const visitor = place.isLimited ? place.draft.addressHash : place.draft.id;
    const check = await place.checkers.check({ path: upload.path, name, bytes }, visitor);
    if (!check.ok) return await refused(store, incoming, check.code);
    if (await isOverQuota(place, bytes)) return await refused(store, incoming, 'addressFull');
    const scan = await place.scan(upload.path);
    if (scan === 'infected') return await refused(store, incoming, 'fileVirus');
    const storedName = await store.uploads.commit(upload);
    const file = { name, type: check.type, bytes, sha256, storedName, scan };
    const added = await store.drafts.addFile(place.draft.id, file, Date.now(), occurrence);
    if ('file' in added && added.isNew) return { file: added.file };
    await store.uploads.remove(storedName);
    if ('file' in added) return { file: added.file };
    return added.refused === 'notOpen' ? { isTooLate: true } : { problem: fileProblem(added.refused, name) };
  } catch (error) {
    await store.uploads.discard(upload).catch(() => undefined);
    throw error;
  }
}

async function refused(store: Store, { name, upload }: Measured, code: FileCode): Promise<Kept> {
  await store.uploads.discard(upload);
  return { problem: fileProblem(code, name) };
}

async function isOverQuota({ store, draft, isLimited }: Place, bytes: number): Promise<boolean> {
  if (!isLimited) return false;
  const used = await store.drafts.usageOf(draft.addressHash);
  return used.bytes + bytes > MAX_BYTES_PER_ADDRESS_PER_DAY;
}
