import type { TFunction } from 'i18next';
import type { DraftFiles } from '../../views/forms/application-form.model.ts';
import { formatSize } from '../content/file-size.ts';
import type { StoredFile } from '../store/drafts/draft-files.ts';
import type { Unfinished } from '../store/drafts/unfinished-uploads.ts';
import type { Store } from '../store/index.ts';
import type { Posted } from './posted.ts';

/** What a draft holds of files, as its page shows it. */
export async function draftFiles(store: Store, t: TFunction, draftId: string): Promise<DraftFiles> {
  const [files, unfinished] = await Promise.all([
    store.drafts.files(draftId),
    store.resumableUploads.unfinished(draftId),
  ]);
  return { files: fileModels(files), unfinished: unfinished.map((upload) => unfinishedModel(t, upload)) };
}

export const NO_FILES: DraftFiles = { files: [], unfinished: [] };

/** The files that the page of a POST showed, without their sizes. */
export const shownBefore = (posted: Pick<Posted, 'shownFiles'> | undefined): DraftFiles => ({
  files: (posted?.shownFiles ?? []).map((file) => ({ ...file, size: '' })),
  unfinished: [],
});

export const fileModels = (files: readonly StoredFile[]): DraftFiles['files'] =>
  files.map(({ id, name, bytes }) => ({ id, name, size: formatSize(bytes) }));

const unfinishedModel = (t: TFunction, { id, name, bytes, received }: Unfinished) => ({
  id,
  name,
  words: t('uploadUnfinished', { received: formatSize(received), size: formatSize(bytes) }),
});
