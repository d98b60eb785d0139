import { checkField } from '../../rules/check-application.ts';
import { textFields } from '../../rules/fields.ts';
import { fileProblem, type Problem } from '../../rules/problems.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { IncomingFile, StoredFile } from '../../store/drafts/draft-files.ts';
import type { Unfinished } from '../../store/drafts/unfinished-uploads.ts';
import type { Submission } from './submission.ts';

export type DraftFiles = { files: readonly StoredFile[]; unfinished: readonly Unfinished[] };

type SentFiles = Pick<Submission, 'shownFiles' | 'files' | 'lookup'>;

/** Returns the ids of the files that a submission's page showed and of its own files, or undefined if it names none. */
export function intendedFileIds({ shownFiles, files, lookup }: SentFiles): Set<string> | undefined {
  if (!shownFiles) return undefined;
  const shown = lookup === 'otherSession' ? [] : shownFiles;
  return new Set([...shown, ...files].flatMap(({ id }) => id ?? []));
}

/** Returns problems for unfinished uploads and for files that another tab added or removed. */
export const changedFileProblems = ({ files, unfinished }: DraftFiles, submission: SentFiles): Problem[] => [
  ...unfinished.map(({ name }) => fileProblem({ code: 'fileUnfinished' }, name)),
  ...(submission.lookup === 'otherSession'
    ? lostFiles(submission)
    : filesChangedElsewhere(files, submission)),
];

function filesChangedElsewhere(stored: readonly StoredFile[], submission: SentFiles): Problem[] {
  const intended = intendedFileIds(submission);
  if (!intended) return [];
  const added = stored.filter(({ id }) => !intended.has(id));
  const removed = submission.shownFiles?.filter(({ id }) => !stored.some((file) => file.id === id)) ?? [];
  return [
    ...added.map(({ name }) => fileProblem({ code: 'fileAddedElsewhere' }, name)),
    ...removed.map(({ name }) => fileProblem({ code: 'fileRemovedElsewhere' }, name)),
  ];
}

/** Returns problems for another session's files that this submission does not resend. */
const lostFiles = ({ shownFiles, files }: SentFiles): Problem[] =>
  (shownFiles ?? [])
    .filter(({ name }) => !files.some((file) => file.name === name))
    .map(({ name }) => fileProblem({ code: 'fileLost' }, name));

/** Whether a submission has the same normalised texts and the same files as a sent application. */
export const isRepeat = (application: SentApplication, submission: Submission): boolean =>
  submission.problems.length === 0 &&
  hasSameTexts(application, submission) &&
  hasSameFiles(application, submission);

function hasSameTexts({ fields }: SentApplication, { values, today }: Submission): boolean {
  return textFields.every((name) => {
    const checked = checkField(name, values[name], today);
    return 'value' in checked && checked.value === fields[name];
  });
}

function hasSameFiles({ files }: SentApplication, { shownFiles, files: own }: Submission): boolean {
  const contentOf = ({ name, sha256 }: Pick<IncomingFile, 'name' | 'sha256'>) => `${sha256} ${name}`;
  const sent = new Set(files.map(contentOf));
  const known = new Set(own.map(contentOf));
  for (const { id, name } of shownFiles ?? []) {
    const file = files.find((other) => other.id === id);
    if (file) known.add(contentOf(file));
    else if (!own.some((other) => other.name === name)) return false;
  }
  const isComplete = shownFiles === undefined || known.size === sent.size;
  return isComplete && [...known].every((file) => sent.has(file));
}
