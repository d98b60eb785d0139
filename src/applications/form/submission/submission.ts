import type { Request } from 'express';
import { parseDay } from '../../../content/time.ts';
import { type TextField, textFields, type Values } from '../../rules/fields.ts';
import { readShownFiles, SHOWN_FILES } from '../../rules/form-protocol.ts';
import type { Problem } from '../../rules/problems.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { IncomingFile, StoredFile } from '../../store/drafts/draft-files.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import type { Unfinished } from '../../store/drafts/unsent-files.ts';
import { parseVersion } from '../privacy-notice.ts';

/** Values and files are stored regardless of the intent. */
export type Intent =
  | { kind: 'submit' | (typeof BUTTON_INTENTS)[number] }
  | { kind: 'remove'; fileId: string }
  | { kind: 'check'; field: TextField };

/** An application that was submitted with a form's key. Undefined if it was deleted. */
export type Sent = { reference: string; application?: SentApplication };

/** `otherSession`: the applicant's cookies are blocked or lost, or a parallel first POST has begun the draft. */
export type Found =
  | { lookup: 'none' | 'otherSession'; draft?: undefined; sent?: undefined }
  | { lookup: 'own'; draft: Draft; sent?: undefined }
  | { lookup: 'sent'; sent: Sent; draft?: undefined };

/** Why nothing is stored. `unsigned`: the token is missing, expired or from another session. */
export type Refusal = 'unsigned' | 'tooManyDrafts' | 'crossSite' | 'formTooLarge' | 'tooMany';

type Received = {
  input: FormInput;
  files: readonly IncomingFile[];
  /** Problems of files and truncated values. */
  problems: readonly Problem[];
  found: Found;
  failure?: Error;
};

/** A submission of which nothing is stored. */
export type Refused = Received & { stage: 'refused'; reason: Refusal };

/** A submission without a draft: the store failed, it has no field of the form, or a script must not replace the page's key. */
export type Unsaved = Received & { stage: 'unsaved' };

/** The draft contains the values and files, unless `failure` is set. */
export type Saved = Received & {
  stage: 'saved';
  draft: Draft;
  isNew: boolean;
  hasAllTexts: boolean;
};

/** One POST of the form. Each stage has what the next step needs. */
export type Submission = Refused | Unsaved | Saved;

/** A draft after the button and the captcha answer of a submission. */
export type UpdatedDraft = {
  /** The submission with the current state of its draft. */
  saved: Saved;
  files: readonly StoredFile[];
  unfinished: readonly Unfinished[];
  captchaProblem?: Problem;
  /** The application that a concurrent submission has created from the draft. */
  sent?: Sent;
};

/** Returns the draft that the response shows. */
export const draftOf = (submission: Submission): Draft | undefined =>
  submission.stage === 'saved' ? submission.draft : submission.found.draft;

/** ISO day in Asia/Shanghai, the group's calendar. */
export const today = (): string => parseDay(Date.now()) ?? '';

export type FormInput = ReturnType<typeof readInput>;

/** Incomplete while the body arrives. */
type FormTexts = Readonly<Record<string, string | undefined>>;

export const sentToken = ({ body }: Pick<Request, 'body'>): string | undefined =>
  (body as FormTexts | undefined)?.token;

/** `checked` is the field that a script checks. */
export function readInput(sent: FormTexts = {}, checked?: TextField) {
  const values: Partial<Values> = {};
  for (const name of textFields) {
    const value = sent[name];
    if (value !== undefined) values[name] = value.replace(/\r\n?/gu, '\n');
  }
  const intent: Intent = checked ? { kind: 'check', field: checked } : readIntent(sent);
  return {
    values,
    intent,
    captcha: sent.captcha ?? '',
    /** The captcha code that the form showed, or undefined if it was used or replaced. */
    sealedCode: intent.kind === 'new-code' ? undefined : sent.sealedCode,
    submitKey: parseSubmitKey(sent.submitKey),
    privacyNotice: parseVersion(sent.privacyNotice),
    /** The files that the page showed, or undefined if the client does not send them. */
    shownFiles: readShownFiles(sent[SHOWN_FILES]),
    today: today(),
  };
}

const SUBMIT_KEY = /^[\w-]{22}$/u;

export const parseSubmitKey = (key: unknown): string | undefined =>
  typeof key === 'string' && SUBMIT_KEY.test(key) ? key : undefined;

/** Values of `action`. Any other value submits. */
const BUTTON_INTENTS = ['upload', 'new-code', 'begin'] as const;

function readIntent({ remove: fileId, action }: FormTexts): Intent {
  if (fileId !== undefined) return { kind: 'remove', fileId };
  return { kind: BUTTON_INTENTS.find((intent) => intent === action) ?? 'submit' };
}
