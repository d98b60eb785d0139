import { fileProblem, type Problem } from '../../rules/problems.ts';
import type { StoredFile } from '../../store/drafts/draft-files.ts';
import { isLost } from '../../store/engine/tables.ts';
import type { Saved, UpdatedDraft } from './submission.ts';

/** Returns problems for files that have lost their content after the draft had accepted them. */
export const findLostContent = (files: readonly StoredFile[]): Problem[] =>
  files
    .filter(isLost)
    .map(({ name, scan }) => fileProblem({ code: scan === 'infected' ? 'fileVirus' : 'fileNoRoom' }, name));

/**
 * Returns the ids of the files that the page showed and that were submitted, or undefined if the client sent no list of shown
 * files.
 */
export function intendedFileIds({ input: { shownFiles }, files, found }: Saved): Set<string> | undefined {
  if (!shownFiles) return undefined;
  const shown = found.lookup === 'otherSession' ? [] : shownFiles;
  return new Set([...shown, ...files].flatMap(({ id }) => id ?? []));
}

/** Returns problems for unfinished uploads and for files that another tab added or removed. */
export const findChangedFiles = ({ saved, files, unfinished }: UpdatedDraft): Problem[] => [
  ...unfinished.map(({ name }) => fileProblem({ code: 'fileUnfinished' }, name)),
  ...(saved.found.lookup === 'otherSession' ? findLostFiles(saved) : findFilesChangedElsewhere(files, saved)),
];

function findFilesChangedElsewhere(stored: readonly StoredFile[], saved: Saved): Problem[] {
  const intended = intendedFileIds(saved);
  if (!intended) return [];
  const added = stored.filter(({ id }) => !intended.has(id));
  const sent = saved.files.filter(({ id }) => id !== undefined);
  const shown = saved.isNew ? [] : (saved.input.shownFiles ?? []);
  const removed = new Map([...shown, ...sent].map((file) => [file.id, file]));
  for (const { id } of stored) removed.delete(id);
  return [
    ...added.map(({ name }) => fileProblem({ code: 'fileAddedElsewhere' }, name)),
    ...[...removed.values()].map(({ name }) => fileProblem({ code: 'fileRemovedElsewhere' }, name)),
  ];
}

/** Whether the draft of the form has expired with files, or with a solved captcha, that this submission does not resend. */
export function hasExpired({ isNew, found, input, files }: Saved): boolean {
  const { intent, shownFiles, sealedCode, captcha } = input;
  if (!isNew || found.lookup !== 'none' || !shownFiles) return false;
  const hasCaptcha = intent.kind !== 'submit' || sealedCode !== undefined || captcha !== '';
  return !hasCaptcha || shownFiles.some(({ name }) => !files.some((file) => file.name === name));
}

/** Returns problems for files in another session's draft that this submission does not resend. */
const findLostFiles = ({ input: { shownFiles = [] }, files }: Saved): Problem[] =>
  shownFiles
    .filter(({ name }) => !files.some((file) => file.name === name))
    .map(({ name }) => fileProblem({ code: 'fileLost' }, name));
