import type { FailureKind } from '../../../lib/failures.ts';
import { CLIENT_LIMITS, DRAFTS_RETRY_S } from '../../rules/limits.ts';
import type { Problem } from '../../rules/problems.ts';

type Row = {
  /** Determines the status. Default: 200 or a redirect. */
  failure?: FailureKind;
  /** Text keys of the alert or notice. `reason` completes the sentence that nothing was sent. */
  heading?: string;
  text?: string;
  reason?: string;
  quote?: string;
  retryAfterS?: number;
};

/** Shows the form with a notice, after a redirect if possible. */
export type NoticeRow = Row & { shows: 'notice'; text: string; focus: 'captcha' | 'declareFile' };

export type OutcomeRow =
  | NoticeRow
  | (Row & { shows: 'receipt' | 'emptyForm' | 'form' | 'closed' | 'field' | 'nothing' });

const storageFailure = {
  shows: 'form',
  failure: 'storage',
  heading: 'submissionFailed',
  quote: 'quoteNumber',
} as const;

export const outcomes = {
  accepted: { shows: 'receipt' },
  repeated: { shows: 'receipt' },
  filesUploaded: { shows: 'notice', text: 'filesUploaded', focus: 'declareFile' },
  fileRemoved: { shows: 'notice', text: 'fileRemoved', focus: 'declareFile' },
  newCodeReady: { shows: 'notice', text: 'newCodeReady', focus: 'captcha' },
  noFields: { shows: 'emptyForm' },
  begun: { shows: 'nothing' },
  fieldValid: { shows: 'field' },
  fieldInvalid: { shows: 'field', failure: 'invalid' },
  invalid: { shows: 'form', failure: 'invalid' },
  captchaTooOften: { shows: 'form', failure: 'tooMany' },
  diskFull: { shows: 'form', failure: 'noSpace' },
  alreadySent: { shows: 'form', failure: 'invalid', heading: 'alreadySent', text: 'alreadySentText' },
  keyTaken: { shows: 'nothing', failure: 'invalid' },
  closed: { shows: 'closed', failure: 'formClosed', text: 'closedText' },
  unsigned: { shows: 'form', failure: 'unsignedForm', text: 'tokenProblem' },
  tooManyDrafts: {
    shows: 'form',
    failure: 'tooMany',
    text: CLIENT_LIMITS.drafts.message,
    retryAfterS: DRAFTS_RETRY_S,
  },
  tooManySent: { shows: 'form', failure: 'tooMany', text: CLIENT_LIMITS.applications.message },
  crossSite: { shows: 'form', failure: 'crossSite', reason: 'sentFromElsewhere' },
  formTooLarge: { shows: 'form', failure: 'formTooLarge', reason: 'filesTooLarge' },
  tooMany: { shows: 'form', failure: 'tooMany', reason: CLIENT_LIMITS.posts.message },
  storageFailed: { ...storageFailure, text: 'submissionFailedText' },
  nothingStored: { ...storageFailure, text: 'submissionFailedUnkept' },
} as const satisfies Record<string, OutcomeRow>;

type OutcomeKind = keyof typeof outcomes;
/** Outcomes with the reference of the application that was sent with the form's key. */
type SentKind = 'accepted' | 'repeated' | 'alreadySent';

type Details = {
  problems?: readonly Problem[];
  count?: number;
  /** Time when the client may send applications again. */
  until?: number;
  cause?: unknown;
};

export type Outcome = Details &
  ({ kind: SentKind; reference: string } | { kind: Exclude<OutcomeKind, SentKind>; reference?: undefined });
