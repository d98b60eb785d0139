import type { Intake } from '../../../content/backend/schemas.ts';
import { checkApplication, checkField } from '../../rules/check-application.ts';
import type { TextField, Values } from '../../rules/fields.ts';
import { fileProblem, type Problem } from '../../rules/problems.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Submitted } from '../../store/applications/submit.ts';
import type { RemovedFile } from '../../store/engine/tables.ts';
import { changedFileProblems, type DraftFiles, isRepeat } from './changes.ts';
import type { Outcome } from './outcomes.ts';
import type { Submission } from './submission.ts';

/** State of the draft that receives the submission. */
export type DraftState = DraftFiles & {
  values: Partial<Values>;
  isCaptchaSolved: boolean;
  /** Files that the scanner or the limit for all drafts has removed since the page was shown. */
  removed: readonly RemovedFile[];
  /** The application that another submission has created from the draft. */
  sent?: { reference: string; application?: SentApplication };
  /** The store's result for this submission. */
  result?: Exclude<Submitted, { isNew: false }>;
};

/** Step before the outcome is known: update and read the draft, or send its valid content. */
type Step = { kind: 'update' } | { kind: 'send'; application: Values };

const NO_FILE: Problem = { field: 'declareFile', code: 'noFile' };

/** Decides the next step or the outcome. `draft` is undefined until a step has read it, `intake` if the backend has failed. */
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
  const { intent, reference: sent, refusal, application, problems, failure } = submission;
  if (refusal === 'unsigned')
    return sent === undefined ? { kind: refusal, problems } : alreadySent(submission, sent);
  if (sent !== undefined && application && isRepeat(application, submission))
    return { kind: 'repeated', reference: sent };
  if (refusal === 'full') return { kind: 'tooManyDrafts', problems };
  if (refusal) return { kind: refusal, problems };
  if (failure || !intake) return decideFailure(submission, failure);
  if (!intake.enabled) return { kind: 'closed' };
  if (intent.kind === 'check') return decideField(submission, intent.field);
  if (!submission.draft) {
    if (intent.kind === 'begin') return { kind: 'begun' };
    return { kind: sent === undefined ? 'keyLost' : 'keySent' };
  }
  if (sent !== undefined) return alreadySent(submission, sent);
  return intent.kind === 'newCode' ? { kind: 'newCodeReady' } : undefined;
}

/** Returns the outcome after a failure of the store, the disk or the backend. */
export const decideFailure = ({ hasStoredTexts, problems }: Submission, cause: unknown): Outcome => ({
  kind: hasStoredTexts ? 'storageFailed' : 'nothingStored',
  problems,
  cause,
});

function decideField({ values, today }: Submission, field: TextField): Outcome {
  const checked = checkField(field, values[field] ?? '', today);
  return 'problem' in checked
    ? { kind: 'fieldInvalid', problems: [checked.problem] }
    : { kind: 'fieldValid' };
}

/** Reports files that arrived in an already sent draft, because the new draft does not contain them. */
function alreadySent({ lookup, problems, files }: Submission, reference: string): Outcome {
  const lost = lookup === 'sent' ? [] : files;
  const lostProblems = lost.map(({ name }) => fileProblem({ code: 'fileNotUploaded' }, name));
  return { kind: 'alreadySent', reference, problems: [...problems, ...lostProblems] };
}

function decideDraft(submission: Submission, draft: DraftState): Outcome | Step {
  const { intent, problems, files, captchaProblem, hasRemoved } = submission;
  const { removed } = draft;
  if (intent.kind === 'begin') return { kind: 'begun' };
  const found = [...removalProblems(removed), ...problems, ...(captchaProblem ? [captchaProblem] : [])];
  if (intent.kind === 'submit') return decideSubmit(submission, draft, found);
  if (found.length > 0) return invalid(found, removed);
  if (hasRemoved) return { kind: 'fileRemoved' };
  const count = intent.kind === 'remove' ? 0 : files.filter(({ id }) => id !== undefined).length;
  return intent.kind === 'upload' && count === 0 ? invalid([NO_FILE]) : { kind: 'filesUploaded', count };
}

function decideSubmit(submission: Submission, draft: DraftState, found: readonly Problem[]): Outcome | Step {
  const { sent, result, removed } = draft;
  if (sent?.application && isRepeat(sent.application, submission))
    return { kind: 'repeated', reference: sent.reference };
  if (sent) return alreadySent(submission, sent.reference);
  if (result) return decideResult(submission, draft, result);
  const changes = removed.length > 0 ? [] : changedFileProblems(draft, submission);
  const named = [...found, ...changes];
  const checked = checkDraft(submission, draft, named);
  return 'problems' in checked ? invalid(checked.problems, removed) : { kind: 'send', ...checked };
}

/** Checks the form's own texts, because another tab may have changed the draft. Earlier problems hide others of the same field. */
function checkDraft(
  { values, today }: Submission,
  { values: stored, files, isCaptchaSolved }: DraftState,
  found: readonly Problem[],
): { application: Values } | { problems: Problem[] } {
  const others = { files: files.length, isCaptchaSolved };
  const checked = checkApplication({ ...stored, ...values }, others, today);
  const named = new Set(found.map(({ field }) => field));
  if ('problems' in checked)
    return { problems: [...found, ...checked.problems.filter(({ field }) => !named.has(field))] };
  return found.length > 0 ? { problems: [...found] } : checked;
}

function decideResult(
  submission: Submission,
  draft: DraftState,
  result: NonNullable<DraftState['result']>,
): Outcome {
  if ('reference' in result) return { kind: 'accepted', reference: result.reference };
  if (result.refused === 'tooMany')
    return { kind: 'tooManySent', until: result.until, problems: submission.problems };
  if (result.refused === 'gone') return decideFailure(submission, new Error('the draft is gone'));
  const { removed } = draft;
  const problems = removed.length > 0 ? removalProblems(removed) : changedFileProblems(draft, submission);
  return invalid(problems.length > 0 ? problems : [NO_FILE], removed);
}

function invalid(problems: readonly Problem[], removed: readonly RemovedFile[] = []): Outcome {
  const codes = problems.map(({ code }) => code);
  if (codes.includes('diskFull')) return { kind: 'diskFull', problems, removed };
  return { kind: codes.includes('captchaTooOften') ? 'captchaTooOften' : 'invalid', problems, removed };
}

/** Returns problems for files that were removed after the draft had accepted them. */
export const removalProblems = (removed: readonly RemovedFile[]): Problem[] =>
  removed.map(({ name, reason }) =>
    fileProblem({ code: reason === 'infected' ? 'fileVirus' : 'fileNoRoom' }, name),
  );
