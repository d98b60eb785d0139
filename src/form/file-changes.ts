import { fileProblem, type Problem } from '../application/problems.ts';
import type { StoredFile } from '../store/draft-files.ts';
import type { Store } from '../store/index.ts';
import type { FormRequest } from './form-request.ts';

type Posted = Pick<FormRequest, 'posted' | 'files' | 'isCookieLost'>;

/** Ids of the files that a POST means to send: those that its page showed, and those that it brought. Undefined if it does not say. */
export function meantFiles({ posted, files, isCookieLost }: Posted): Set<string> | undefined {
  if (!posted?.shownFiles) return undefined;
  const shown = isCookieLost ? [] : posted.shownFiles;
  return new Set([...shown, ...files].flatMap(({ id }) => id ?? []));
}

/** What keeps a draft from being sent as its page shows it: incomplete files, and files that were added or removed in another window. */
export async function fileChanges(
  { drafts, resumableUploads }: Pick<Store, 'drafts' | 'resumableUploads'>,
  draftId: string,
  post: Posted,
): Promise<Problem[]> {
  const [held, unfinished] = await Promise.all([drafts.files(draftId), resumableUploads.unfinished(draftId)]);
  return [
    ...unfinished.map(({ name }) => fileProblem({ code: 'fileUnfinished' }, name)),
    ...(post.isCookieLost ? lostFiles(post) : otherFiles(held, post)),
  ];
}

function otherFiles(held: readonly StoredFile[], post: Posted): Problem[] {
  const meant = meantFiles(post);
  if (!meant) return [];
  const added = held.filter(({ id }) => !meant.has(id));
  const removed = post.posted?.shownFiles?.filter(({ id }) => !held.some((file) => file.id === id)) ?? [];
  return [
    ...added.map(({ name }) => fileProblem({ code: 'fileAddedElsewhere' }, name)),
    ...removed.map(({ name }) => fileProblem({ code: 'fileRemovedElsewhere' }, name)),
  ];
}

/** Files that were kept for another session, and that this POST does not bring again. */
const lostFiles = ({ posted, files }: Posted): Problem[] =>
  (posted?.shownFiles ?? [])
    .filter(({ name }) => !files.some((file) => file.name === name))
    .map(({ name }) => fileProblem({ code: 'fileLost' }, name));
