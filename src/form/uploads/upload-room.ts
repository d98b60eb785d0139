import type { Draft } from '../../store/drafts/drafts.ts';
import type { Store } from '../../store/index.ts';
import { type AddressQuotas, MAX_DRAFT_BYTES, MAX_FILES } from '../rules/limits.ts';
import type { FileCode } from '../rules/problems.ts';

/** What a draft still takes, and why it takes no more. */
export type Room = { files: number; bytes: number; refusal: FileCode };

/** Returns the room for a file, before anything of it is read. */
export async function roomFor(
  { store, quotas }: { store: Store; quotas: AddressQuotas },
  { id, addressHash }: Draft,
  name: string,
): Promise<Room> {
  const [files, unfinished, used] = await Promise.all([
    store.drafts.files(id),
    store.resumableUploads.unfinished(id),
    store.drafts.usageOf(addressHash),
  ]);
  // A whole file replaces what came of it in pieces.
  const held = [...files, ...unfinished.filter((upload) => upload.name !== name)];
  const left = MAX_FILES - held.length;
  if (left <= 0) return { files: 0, bytes: 0, refusal: 'tooManyFiles' };
  if (await store.uploads.isDiskFull()) return { files: left, bytes: 0, refusal: 'diskFull' };
  const ofDraft = held.reduce((rest, { bytes }) => rest - bytes, MAX_DRAFT_BYTES);
  const ofAddress = quotas.bytesPerDay - used.bytes;
  return ofDraft <= ofAddress
    ? { files: left, bytes: ofDraft, refusal: 'draftFull' }
    : { files: left, bytes: ofAddress, refusal: 'addressFull' };
}
