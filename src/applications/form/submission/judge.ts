import type { Intake } from '../../../content/backend/schemas.ts';
import { checkApplication, checkField } from '../../rules/check-application.ts';
import { type TextField, textFields, type Values } from '../../rules/fields.ts';
import { fileProblem, type Problem } from '../../rules/problems.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { IncomingFile, StoredFile } from '../../store/drafts/draft-files.ts';
import { isLost, parseFields } from '../../store/engine/tables.ts';
import type { Outcome } from './outcomes.ts';
import type { Refused, Saved, Sent, Submission, Unsaved, UpdatedDraft } from './submission.ts';

export function judgeRefused(refused: Refused): Outcome {
  const { reason, problems, found } = refused;
  if (found.sent && reason === 'unsigned') return toAlreadySent(refused, found.sent);
  if (found.sent && reason === 'tooManyDrafts' && isRepeat(found.sent.application, refused))
    return toRepeated(found.sent);
  return { kind: reason, problems };
}

/** `intake` is an error if the backend failed. */
export function judgeUnsaved(unsaved: Unsaved, intake: Intake | Error): Outcome {
  const outcome = judgeArrival(unsaved, intake);
  if (outcome) return outcome;
  return { kind: unsaved.found.lookup === 'none' ? 'noFields' : 'keyTaken' };
}

/** Returns the outcome if it does not depend on the draft's state. */
export function judgeSaved(saved: Saved, intake: Intake | Error): Outcome | undefined {
  const { found, input, problems } = saved;
  if (found.sent && isRepeat(found.sent.application, saved)) return toRepeated(found.sent);
  const outcome = judgeArrival(saved, intake);
  if (outcome) return outcome;
  if (found.sent) return toAlreadySent(saved, found.sent);
  if (input.intent.kind !== 'new-code') return undefined;
  return problems.length > 0 ? toInvalid(problems) : { kind: 'newCodeReady' };
}

function judgeArrival(submission: Unsaved | Saved, intake: Intake | Error): Outcome | undefined {
  const { failure, input, problems } = submission;
  if (failure) return toFailed(submission, failure);
  if (intake instanceof Error) return toFailed(submission, intake);
  if (!intake.enabled) return { kind: 'closed', problems };
  return input.intent.kind === 'check' ? judgeField(input.intent.field, submission) : undefined;
}

function judgeField(field: TextField, { input: { values, today } }: Submission): Outcome {
  const checked = checkField(field, values[field], today);
  return 'problem' in checked
    ? { kind: 'fieldInvalid', problems: [checked.problem] }
    : { kind: 'fieldValid' };
}

export const toFailed = (submission: Submission, cause: unknown): Outcome => ({
  kind: submission.stage === 'saved' && submission.hasAllTexts ? 'storageFailed' : 'nothingStored',
  problems: submission.problems,
  cause,
});

const toRepeated = ({ reference }: Sent): Outcome => ({ kind: 'repeated', reference });

/** The new draft does not contain the files that arrived in the sent draft. */
function toAlreadySent({ found, problems, files }: Submission, { reference }: Sent): Outcome {
  const lost = found.sent ? [] : files;
  const lostProblems = lost.map(({ name }) => fileProblem({ code: 'fileNotUploaded' }, name));
  return { kind: 'alreadySent', reference, problems: [...problems, ...lostProblems] };
}

/** Returns the outcome of an updated draft, or the application to submit. */
export function judge(updated: UpdatedDraft): Outcome | { application: Values } {
  const { saved, captchaProblem } = updated;
  const { intent } = saved.input;
  if (intent.kind === 'begin') return { kind: 'begun' };
  const problems = [...saved.problems];
  if (hasExpired(saved)) problems.unshift({ field: 'declareFile', code: 'draftExpired' });
  if (captchaProblem) problems.push(captchaProblem);
  if (intent.kind === 'submit') return judgeSubmit(updated, problems);
  if (problems.length > 0) return toInvalid(problems);
  // Another tab may have removed the file.
  if (intent.kind === 'remove') return { kind: 'fileRemoved' };
  const count = new Set(saved.files.flatMap(({ id }) => id ?? [])).size;
  return count === 0
    ? toInvalid([{ field: 'declareFile', code: 'noFile' }])
    : { kind: 'filesUploaded', count };
}

/** Checks the sent values, and the stored values of other fields. A field that has a problem gets no later ones. */
function judgeSubmit(updated: UpdatedDraft, problems: readonly Problem[]): Outcome | { application: Values } {
  const { saved, files, sent } = updated;
  if (sent) return isRepeat(sent.application, saved) ? toRepeated(sent) : toAlreadySent(saved, sent);
  const found = [...findLostContent(files), ...problems, ...findChangedFiles(updated)];
  const { values, today } = saved.input;
  const checked = checkApplication(
    { ...parseFields(saved.draft.fields), ...values },
    { files: files.length, isCaptchaSolved: saved.draft.captchaSolvedAt !== null },
    today,
  );
  if ('application' in checked) return found.length === 0 ? checked : toInvalid(found);
  const named = new Set(found.map(({ field }) => field));
  return toInvalid([...found, ...checked.problems.filter(({ field }) => !named.has(field))]);
}

function toInvalid(problems: readonly Problem[]): Outcome {
  const codes = problems.map(({ code }) => code);
  if (codes.includes('diskFull')) return { kind: 'diskFull', problems };
  return { kind: codes.includes('captchaTooOften') ? 'captchaTooOften' : 'invalid', problems };
}

/** Whether a submission has the normalised values and files of a sent application. */
const isRepeat = (application: SentApplication | undefined, submission: Submission): boolean =>
  application !== undefined &&
  submission.input.intent.kind === 'submit' &&
  submission.problems.length === 0 &&
  hasSameTexts(application, submission) &&
  hasSameFiles(application, submission);

function hasSameTexts({ fields }: SentApplication, { input: { values, today } }: Submission): boolean {
  return textFields.every((name) => {
    const checked = checkField(name, values[name], today);
    return 'value' in checked && checked.value === fields[name];
  });
}

function hasSameFiles(
  { files }: SentApplication,
  { input: { shownFiles }, files: own }: Submission,
): boolean {
  const toContentKey = ({ name, sha256 }: Pick<IncomingFile, 'name' | 'sha256'>) => `${sha256} ${name}`;
  const sent = new Set(files.map(toContentKey));
  const intended = new Set(own.map(toContentKey));
  for (const { id, name } of shownFiles ?? []) {
    const file = files.find((other) => other.id === id);
    if (file) intended.add(toContentKey(file));
    else if (!own.some((other) => other.name === name)) return false;
  }
  const isComplete = shownFiles === undefined || intended.size === sent.size;
  return isComplete && [...intended].every((file) => sent.has(file));
}

/** Returns problems for files that have lost their content after the draft had accepted them. */
export const findLostContent = (files: readonly StoredFile[]): Problem[] =>
  files
    .filter(isLost)
    .map(({ name, scan }) => fileProblem({ code: scan === 'infected' ? 'fileVirus' : 'fileNoRoom' }, name));

/** Returns the ids of the shown and the submitted files, or undefined if the client did not send the shown files. */
export function intendedFileIds({ input: { shownFiles }, files, found }: Saved): Set<string> | undefined {
  if (!shownFiles) return undefined;
  const draftFiles = found.lookup === 'otherSession' ? [] : shownFiles;
  return new Set([...draftFiles, ...files].flatMap(({ id }) => id ?? []));
}

const findChangedFiles = ({ saved, files, unfinished }: UpdatedDraft): Problem[] => [
  ...unfinished.map(({ name }) => fileProblem({ code: 'fileUnfinished' }, name)),
  ...(saved.found.lookup === 'otherSession' ? findLostFiles(saved) : findFilesChangedElsewhere(files, saved)),
];

function findFilesChangedElsewhere(stored: readonly StoredFile[], saved: Saved): Problem[] {
  const intended = intendedFileIds(saved);
  if (!intended) return [];
  const added = stored.filter(({ id }) => !intended.has(id));
  const sent = saved.files.filter(({ id }) => id !== undefined);
  const earlierFiles = saved.isNew ? [] : (saved.input.shownFiles ?? []);
  const removed = new Map([...earlierFiles, ...sent].map((file) => [file.id, file]));
  for (const { id } of stored) removed.delete(id);
  return [
    ...added.map(({ name }) => fileProblem({ code: 'fileAddedElsewhere' }, name)),
    ...[...removed.values()].map(({ name }) => fileProblem({ code: 'fileRemovedElsewhere' }, name)),
  ];
}

/** Whether the form's draft has expired with files, or a solved captcha, that this submission does not resend. */
function hasExpired(saved: Saved): boolean {
  const { isNew, found, input } = saved;
  const { intent, shownFiles, sealedCode, captcha } = input;
  if (!isNew || found.lookup !== 'none' || !shownFiles) return false;
  const hasCaptcha = intent.kind !== 'submit' || sealedCode !== undefined || captcha !== '';
  return !hasCaptcha || findLostFiles(saved).length > 0;
}

/** Returns problems for shown files that this submission does not resend. */
const findLostFiles = ({ input: { shownFiles = [] }, files }: Saved): Problem[] =>
  shownFiles
    .filter(({ name }) => !files.some((file) => file.name === name))
    .map(({ name }) => fileProblem({ code: 'fileLost' }, name));
