import type { Request } from 'express';
import { parseDay } from '../../../content/time.ts';
import { readShownFiles, SHOWN_FILES } from '../../rules/client-protocol.ts';
import { type TextField, textFields, type Values } from '../../rules/fields.ts';
import type { Problem } from '../../rules/problems.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import type { ReceivedFiles } from '../../uploads/file-intake.ts';
import { parseVersion } from '../privacy-notice.ts';

/** The requested action. The texts and files are stored regardless of it. */
export type Intent =
  | { kind: 'submit' | 'upload' | 'newCode' | 'begin' }
  | { kind: 'remove'; fileId: string }
  | { kind: 'check'; field: TextField };

/**
 * Reason why a submission is not stored. `unsigned`: the token is missing, expired or from another session. `full`: the client
 * address has begun too many drafts. The others are refused by headers, and their files are not stored.
 */
export type Refusal = 'unsigned' | 'full' | 'crossSite' | 'formTooLarge' | 'tooMany';

/** The draft of a form's key. */
export type DraftLookup = {
  /** `otherSession` means that the applicant's cookies are blocked or lost. */
  lookup: 'none' | 'own' | 'otherSession' | 'sent';
  /** Reference of the application, if the form's key was already submitted. */
  reference?: string;
  /** The draft that was found or begun. A new draft replaces a sent draft or another session's draft. */
  draft?: Draft;
  isNew?: boolean;
  refusal?: Refusal;
};

/** One POST of the form. Its texts and files are stored, unless it was refused or the store failed. */
export type Submission = FormInput &
  ReceivedFiles &
  DraftLookup & {
    intent: Intent;
    /** Whether the draft contains all texts. */
    hasStoredTexts: boolean;
    /** Whether a file of the draft was removed. */
    hasRemoved?: boolean;
    captchaProblem?: Problem;
    /** The application that was already submitted with the form's key. */
    application?: SentApplication;
    /** ISO day of arrival in Asia/Shanghai. */
    today: string;
  };

/** Returns today's ISO day in Asia/Shanghai, the group's calendar. */
export const today = (): string => parseDay(Date.now()) ?? '';

export type FormInput = ReturnType<typeof readInput>;

/** Texts of a POST, by field. Incomplete while the body arrives. */
type FormTexts = Readonly<Record<string, string | undefined>>;

/** Returns a text of a POST, if it has arrived. */
export const textOf = ({ body }: Pick<Request, 'body'>, name: 'token' | 'submitKey'): string | undefined =>
  (body as FormTexts | undefined)?.[name];

/** Reads the form's fields from a parsed body. */
export function readInput(sent: FormTexts = {}) {
  const values: Partial<Values> = {};
  for (const name of textFields) {
    const value = sent[name];
    if (value !== undefined) values[name] = value.replace(/\r\n?/gu, '\n');
  }
  const intent = readIntent(sent);
  return {
    values,
    intent,
    captcha: sent.captcha ?? '',
    /** The captcha code that the form showed, or undefined if it was used or replaced. */
    sealedCode: intent.kind === 'newCode' ? undefined : sent.sealedCode,
    submitKey: parseSubmitKey(sent.submitKey),
    privacyNotice: parseVersion(sent.privacyNotice),
    /** The files that the page showed, or undefined if the client does not send them. */
    shownFiles: readShownFiles(sent[SHOWN_FILES]),
  };
}

const SUBMIT_KEY = /^[\w-]{22}$/u;

export const parseSubmitKey = (key: unknown): string | undefined =>
  typeof key === 'string' && SUBMIT_KEY.test(key) ? key : undefined;

/** Values of `action`. Any other value submits. */
const BUTTON_INTENTS = new Map([
  ['upload', 'upload'],
  ['new-code', 'newCode'],
  ['begin', 'begin'],
] as const);

function readIntent({ remove: fileId, action }: FormTexts): Intent {
  if (fileId !== undefined) return { kind: 'remove', fileId };
  return { kind: BUTTON_INTENTS.get(action as 'upload') ?? 'submit' };
}
