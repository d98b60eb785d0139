import type { FailureKind } from '../../../lib/failures.ts';
import { ADDRESS_QUOTAS, DRAFTS_RETRY_S, POST_RATES } from '../../rules/limits.ts';
import type { Problem } from '../../rules/problems.ts';
import type { RemovedFile } from '../../store/engine/tables.ts';

export type OutcomeRow = {
  /** `notice`: the form with a notice, after a redirect if possible. */
  shows: 'receipt' | 'form' | 'notice' | 'closed' | 'field' | 'reason' | 'nothing';
  /** Decides the status: 200, or a redirect, without a failure. */
  failure?: FailureKind;
  /** Keys of the alert's texts. A `reason` follows the text that nothing was sent. */
  heading?: string;
  text?: string;
  reason?: string;
  quote?: string;
  retryAfterS?: number;
};

/** All outcomes of a submission. */
export const outcomes = {
  /** The application is stored. */
  accepted: { shows: 'receipt' },
  /** The same content was sent before. */
  repeated: { shows: 'receipt' },
  filesUploaded: { shows: 'notice' },
  fileRemoved: { shows: 'notice' },
  newCodeReady: { shows: 'notice' },
  /** A script has begun or saved a draft. */
  begun: { shows: 'nothing' },
  fieldValid: { shows: 'field' },
  fieldInvalid: { shows: 'field', failure: 'invalid' },
  /** Fields, files or the captcha answer have problems. */
  invalid: { shows: 'form', failure: 'invalid' },
  captchaTooOften: { shows: 'form', failure: 'tooMany' },
  diskFull: { shows: 'form', failure: 'noSpace' },
  /** The draft lost or gained files while it was being sent. */
  filesChanged: { shows: 'form', failure: 'invalid' },
  /** Other content was sent with the form's key. */
  alreadySent: { shows: 'form', failure: 'invalid', heading: 'alreadySent', text: 'alreadySentText' },
  /** A script, which cannot replace the key of its page, sent a file with a key that is sent or another session's. */
  keySent: { shows: 'reason', failure: 'invalid', text: 'uploadGone' },
  keyLost: { shows: 'reason', failure: 'invalid', text: 'problemFileLost' },
  /** The intake is closed; the draft is kept. */
  closed: { shows: 'closed', failure: 'formClosed', text: 'closedText' },
  /** The form has a new token; nothing is stored. */
  unsigned: { shows: 'form', failure: 'unsignedForm', text: 'tokenProblem' },
  tooManyDrafts: {
    shows: 'form',
    failure: 'tooMany',
    text: ADDRESS_QUOTAS.drafts.message,
    retryAfterS: DRAFTS_RETRY_S,
  },
  tooManySent: { shows: 'form', failure: 'tooMany', text: ADDRESS_QUOTAS.applications.message },
  /** Refused before the body was read. */
  crossSite: { shows: 'form', failure: 'crossSite', reason: 'sentFromElsewhere' },
  formTooLarge: { shows: 'form', failure: 'formTooLarge', reason: 'filesTooLarge' },
  tooMany: { shows: 'form', failure: 'tooMany', reason: POST_RATES.posts.message },
  /** The store or the backend failed: nothing is sent. */
  storageFailed: {
    shows: 'form',
    failure: 'storage',
    heading: 'submissionFailed',
    text: 'submissionFailedText',
    quote: 'quoteNumber',
  },
  /** The same, and the texts are not stored either. */
  nothingStored: {
    shows: 'form',
    failure: 'storage',
    heading: 'submissionFailed',
    text: 'submissionFailedUnkept',
    quote: 'quoteNumber',
  },
} as const satisfies Record<string, OutcomeRow>;

export type OutcomeKind = keyof typeof outcomes;

type Sent = 'accepted' | 'repeated' | 'alreadySent';

export type Outcome = {
  problems?: readonly Problem[];
  /** Infected files that the draft has lost, and that `problems` name. */
  removed?: readonly RemovedFile[];
  cause?: unknown;
} & (
  | { kind: Sent; reference: string }
  | { kind: 'tooManySent'; until: number }
  | { kind: 'filesUploaded'; count: number }
  | { kind: Exclude<OutcomeKind, Sent | 'tooManySent' | 'filesUploaded'> }
);
