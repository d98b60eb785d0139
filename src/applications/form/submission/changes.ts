import { checkField } from '../../rules/check-application.ts';
import { textFields } from '../../rules/fields.ts';
import { fileProblem, type Problem } from '../../rules/problems.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { IncomingFile, StoredFile } from '../../store/drafts/draft-files.ts';
import type { Unfinished } from '../../store/drafts/unfinished-uploads.ts';
import type { Submission } from './submission.ts';

/** Files and unfinished uploads of a draft. */
export type DraftFiles = { files: readonly StoredFile[]; unfinished: readonly Unfinished[] };

type SentFiles = Pick<Submission, 'shownFiles' | 'files' | 'lookup'>;

/** Ids of the files that a submission intends to send: those that its page showed, and its own. Undefined if it names none. */
export function intendedFileIds({ shownFiles, files, lookup }: SentFiles): Set<string> | undefined {
  if (!shownFiles) return undefined;
  const shown = lookup.kind === 'otherSession' ? [] : shownFiles;
  return new Set([...shown, ...files].flatMap(({ id }) => id ?? []));
}

/** Problems that keep a draft from being sent as its page shows it: unfinished uploads, and files that another tab added or removed. */
export const changedFileProblems = ({ files, unfinished }: DraftFiles, submission: SentFiles): Problem[] => [
  ...unfinished.map(({ name }) => fileProblem({ code: 'fileUnfinished' }, name)),
  ...(submission.lookup.kind === 'otherSession'
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

/** Files of another session that this submission does not send again. */
const lostFiles = ({ shownFiles, files }: SentFiles): Problem[] =>
  (shownFiles ?? [])
    .filter(({ name }) => !files.some((file) => file.name === name))
    .map(({ name }) => fileProblem({ code: 'fileLost' }, name));

/** Whether a submission has the same content as a sent application: the same normalised texts and the same files. */
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
