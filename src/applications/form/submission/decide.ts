import type { Intake } from '../../../content/backend/schemas.ts';
import { checkApplication, checkField } from '../../rules/check-application.ts';
import { textFields, type Values } from '../../rules/fields.ts';
import { fileProblem, type Problem } from '../../rules/problems.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { IncomingFile } from '../../store/drafts/draft-files.ts';
import { type DraftFiles, findChangedFiles, findLostContent, hasExpired } from './changed-files.ts';
import type { Outcome } from './outcomes.ts';
import type { Submission } from './submission.ts';

/** State of the draft that receives the submission. */
export type DraftState = DraftFiles & {
  values: Partial<Values>;
  isCaptchaSolved: boolean;
  /** The application that another submission has created from the draft. */
  sent?: { reference: string; application?: SentApplication };
  /** Reference of the application that this submission has created. */
  accepted?: string;
  /** Time when the client may send applications again, if it has sent too many. */
  blockedUntil?: number;
};

/** Next step if the outcome is not known yet: update and read the draft, or send its valid content. */
type Step = { kind: 'update' } | { kind: 'send'; application: Values };

const NO_FILE_PROBLEM: Problem = { field: 'declareFile', code: 'noFile' };
const EXPIRED_PROBLEM: Problem = { field: 'declareFile', code: 'draftExpired' };

/**
 * Decides the next step or the outcome. `draft` is undefined until a step has read it. `intake` is undefined if the backend failed.
 */
export function decide(
  submission: Submission,
  draft: DraftState | undefined,
  intake: Intake | undefined,
): Outcome | Step {
  const outcome = decideArrival(submission, intake);
  if (outcome) return outcome;
  return draft ? decideDraft(submission, draft) : { kind: 'update' };
}

/** Returns the outcome if it does not depend on the draft's state. */
function decideArrival(submission: Submission, intake: Intake | undefined): Outcome | undefined {
  const { intent, reference: sent, refusal, application, problems, failure, values, today } = submission;
  if (refusal === 'unsigned')
    return sent === undefined ? { kind: refusal, problems } : toAlreadySent(submission, sent);
  if (sent !== undefined && application && isRepeat(application, submission))
    return { kind: 'repeated', reference: sent };
  if (refusal === 'full') return { kind: 'tooManyDrafts', problems };
  if (refusal) return { kind: refusal, problems };
  if (failure || !intake) return decideFailure(submission, failure);
  if (!intake.enabled) return { kind: 'closed', problems };
  if (intent.kind === 'check') {
    const checked = checkField(intent.field, values[intent.field], today);
    return 'problem' in checked
      ? { kind: 'fieldInvalid', problems: [checked.problem] }
      : { kind: 'fieldValid' };
  }
  if (!submission.draft && submission.lookup === 'none') return { kind: 'noFields' };
  if (!submission.draft) return { kind: sent === undefined ? 'keyLost' : 'keySent' };
  if (sent !== undefined) return toAlreadySent(submission, sent);
  if (intent.kind !== 'newCode') return undefined;
  return problems.length > 0 ? toInvalid(problems) : { kind: 'newCodeReady' };
}

/** Returns the outcome after a failure of the store, the disk or the backend. */
export const decideFailure = ({ hasStoredTexts, problems }: Submission, cause: unknown): Outcome => ({
  kind: hasStoredTexts ? 'storageFailed' : 'nothingStored',
  problems,
  cause,
});

/** Reports files that arrived in an already sent draft, because the new draft does not contain them. */
function toAlreadySent({ lookup, problems, files }: Submission, reference: string): Outcome {
  const lost = lookup === 'sent' ? [] : files;
  const lostProblems = lost.map(({ name }) => fileProblem({ code: 'fileNotUploaded' }, name));
  return { kind: 'alreadySent', reference, problems: [...problems, ...lostProblems] };
}

function decideDraft(submission: Submission, draft: DraftState): Outcome | Step {
  const { intent, problems, files, captchaProblem, hasRemoved } = submission;
  if (intent.kind === 'begin') return { kind: 'begun' };
  const expired = hasExpired(submission) ? [EXPIRED_PROBLEM] : [];
  const found = [...expired, ...problems, ...(captchaProblem ? [captchaProblem] : [])];
  if (intent.kind === 'submit') return decideSubmit(submission, draft, found);
  if (found.length > 0) return toInvalid(found);
  // The file of a remove button may already be gone, because another tab has removed it.
  if (hasRemoved || intent.kind === 'remove') return { kind: 'fileRemoved' };
  const count = new Set(files.flatMap(({ id }) => id ?? [])).size;
  return count === 0 ? toInvalid([NO_FILE_PROBLEM]) : { kind: 'filesUploaded', count };
}

function decideSubmit(submission: Submission, draft: DraftState, found: readonly Problem[]): Outcome | Step {
  const { sent, accepted, blockedUntil } = draft;
  if (sent?.application && isRepeat(sent.application, submission))
    return { kind: 'repeated', reference: sent.reference };
  if (sent) return toAlreadySent(submission, sent.reference);
  if (accepted !== undefined) return { kind: 'accepted', reference: accepted };
  if (blockedUntil !== undefined)
    return { kind: 'tooManySent', until: blockedUntil, problems: submission.problems };
  return checkDraft(submission, draft, [
    ...findLostContent(draft.files),
    ...found,
    ...findChangedFiles(draft, submission),
  ]);
}

/**
 * Checks the submitted texts rather than the stored ones, because another tab may have changed them. If a field
 * already has a problem, later problems of that field are dropped.
 */
function checkDraft(
  { values, today }: Submission,
  { values: stored, files, isCaptchaSolved }: DraftState,
  found: readonly Problem[],
): Outcome | Step {
  const checked = checkApplication({ ...stored, ...values }, { files: files.length, isCaptchaSolved }, today);
  const named = new Set(found.map(({ field }) => field));
  const others = 'problems' in checked ? checked.problems.filter(({ field }) => !named.has(field)) : [];
  if ('application' in checked && found.length === 0) return { kind: 'send', ...checked };
  return toInvalid([...found, ...others]);
}

function toInvalid(problems: readonly Problem[]): Outcome {
  const codes = problems.map(({ code }) => code);
  if (codes.includes('diskFull')) return { kind: 'diskFull', problems };
  return { kind: codes.includes('captchaTooOften') ? 'captchaTooOften' : 'invalid', problems };
}

/** Whether a submission has the same normalised texts and the same files as a sent application. */
const isRepeat = (application: SentApplication, submission: Submission): boolean =>
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
  const toContentKey = ({ name, sha256 }: Pick<IncomingFile, 'name' | 'sha256'>) => `${sha256} ${name}`;
  const sent = new Set(files.map(toContentKey));
  const known = new Set(own.map(toContentKey));
  for (const { id, name } of shownFiles ?? []) {
    const file = files.find((other) => other.id === id);
    if (file) known.add(toContentKey(file));
    else if (!own.some((other) => other.name === name)) return false;
  }
  const isComplete = shownFiles === undefined || known.size === sent.size;
  return isComplete && [...known].every((file) => sent.has(file));
}
