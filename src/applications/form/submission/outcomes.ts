import type { FailureKind } from '../../../lib/failures.ts';
import { ADDRESS_QUOTAS, DRAFTS_RETRY_S, POST_RATES } from '../../rules/limits.ts';
import type { Problem } from '../../rules/problems.ts';
import type { RemovedFile } from '../../store/engine/tables.ts';

export type OutcomeRow = {
  /** `notice` shows the form with a notice, after a redirect if possible. */
  shows: 'receipt' | 'form' | 'notice' | 'closed' | 'field' | 'reason' | 'nothing';
  /** Decides the status. Without a failure, it is 200 or a redirect. */
  failure?: FailureKind;
  /** Keys of the alert's texts. The `reason` follows the text that the form was not sent. */
  heading?: string;
  text?: string;
  reason?: string;
  quote?: string;
  retryAfterS?: number;
};

export const outcomes = {
  /** Stored as a new application. */
  accepted: { shows: 'receipt' },
  /** Same content as an earlier submission. */
  repeated: { shows: 'receipt' },
  filesUploaded: { shows: 'notice' },
  fileRemoved: { shows: 'notice' },
  newCodeReady: { shows: 'notice' },
  /** Draft begun or saved by a script. */
  begun: { shows: 'nothing' },
  fieldValid: { shows: 'field' },
  fieldInvalid: { shows: 'field', failure: 'invalid' },
  /** Problems in fields, files or the captcha answer. */
  invalid: { shows: 'form', failure: 'invalid' },
  captchaTooOften: { shows: 'form', failure: 'tooMany' },
  diskFull: { shows: 'form', failure: 'noSpace' },
  /** Files were added or removed while the draft was being sent. */
  filesChanged: { shows: 'form', failure: 'invalid' },
  /** An earlier submission sent other content with the form's key. */
  alreadySent: { shows: 'form', failure: 'invalid', heading: 'alreadySent', text: 'alreadySentText' },
  /** A script sent a file with a used key or another session's key, and cannot replace the key of its page. */
  keySent: { shows: 'reason', failure: 'invalid', text: 'uploadGone' },
  keyLost: { shows: 'reason', failure: 'invalid', text: 'problemFileLost' },
  /** The intake is closed. The draft remains stored. */
  closed: { shows: 'closed', failure: 'formClosed', text: 'closedText' },
  /** Not stored. The response has a new token. */
  unsigned: { shows: 'form', failure: 'unsignedForm', text: 'tokenProblem' },
  tooManyDrafts: {
    shows: 'form',
    failure: 'tooMany',
    text: ADDRESS_QUOTAS.drafts.message,
    retryAfterS: DRAFTS_RETRY_S,
  },
  tooManySent: { shows: 'form', failure: 'tooMany', text: ADDRESS_QUOTAS.applications.message },
  /** Rejected before the body was read. */
  crossSite: { shows: 'form', failure: 'crossSite', reason: 'sentFromElsewhere' },
  formTooLarge: { shows: 'form', failure: 'formTooLarge', reason: 'filesTooLarge' },
  tooMany: { shows: 'form', failure: 'tooMany', reason: POST_RATES.posts.message },
  /** Failed to send the application, because the store or the backend failed. */
  storageFailed: {
    shows: 'form',
    failure: 'storage',
    heading: 'submissionFailed',
    text: 'submissionFailedText',
    quote: 'quoteNumber',
  },
  /** Failed to send the application or to store its texts. */
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
  /** Infected files that were removed from the draft and are named in `problems`. */
  removed?: readonly RemovedFile[];
  cause?: unknown;
} & (
  | { kind: Sent; reference: string }
  | { kind: 'tooManySent'; until: number }
  | { kind: 'filesUploaded'; count: number }
  | { kind: Exclude<OutcomeKind, Sent | 'tooManySent' | 'filesUploaded'> }
);
