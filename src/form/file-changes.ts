import type { IncomingFile, StoredFile } from '../store/drafts/draft-files.ts';
import type { RemovedFile } from '../store/engine/tables.ts';
import type { Store } from '../store/index.ts';
import type { FoundDraft } from './form-page.ts';
import type { Posted } from './posted.ts';
import { fileProblem, type Problem } from './rules/problems.ts';

/** The files that a POST's page showed, and those that the POST brings. `isCookieLost`: the shown ones belong to another session. */
type FormFiles = { posted: Posted; files: readonly IncomingFile[]; admission: FoundDraft };

/** Problems of files that were found infected after the draft had taken them: the draft no longer holds them. */
export const removedProblems = (removed: readonly RemovedFile[]): Problem[] =>
  removed.map(({ name }) => fileProblem({ code: 'fileVirus' }, name));

/** Ids of the files that a POST means to send: those that its page showed, and those that it brought. Undefined if it does not say. */
export function meantFiles({ posted, files, admission }: FormFiles): Set<string> | undefined {
  if (!posted.shownFiles) return undefined;
  const shown = admission.isCookieLost ? [] : posted.shownFiles;
  return new Set([...shown, ...files].flatMap(({ id }) => id ?? []));
}

/** What keeps a draft from being sent as its page shows it: incomplete files, and files that were added or removed in another window. */
export async function fileChanges(
  { drafts, resumableUploads }: Pick<Store, 'drafts' | 'resumableUploads'>,
  draftId: string,
  form: FormFiles,
): Promise<Problem[]> {
  const [held, unfinished] = await Promise.all([drafts.files(draftId), resumableUploads.unfinished(draftId)]);
  return [
    ...unfinished.map(({ name }) => fileProblem({ code: 'fileUnfinished' }, name)),
    ...(form.admission.isCookieLost ? lostFiles(form) : otherFiles(held, form)),
  ];
}

function otherFiles(held: readonly StoredFile[], form: FormFiles): Problem[] {
  const meant = meantFiles(form);
  if (!meant) return [];
  const added = held.filter(({ id }) => !meant.has(id));
  const removed = form.posted.shownFiles?.filter(({ id }) => !held.some((file) => file.id === id)) ?? [];
  return [
    ...added.map(({ name }) => fileProblem({ code: 'fileAddedElsewhere' }, name)),
    ...removed.map(({ name }) => fileProblem({ code: 'fileRemovedElsewhere' }, name)),
  ];
}

/** Files that were kept for another session, and that this POST does not bring again. */
const lostFiles = ({ posted, files }: FormFiles): Problem[] =>
  (posted.shownFiles ?? [])
    .filter(({ name }) => !files.some((file) => file.name === name))
    .map(({ name }) => fileProblem({ code: 'fileLost' }, name));
