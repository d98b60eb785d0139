import { parseDay } from '../../../content/time.ts';
import { readShownFiles, SHOWN_FILES } from '../../rules/client-protocol.ts';
import { type TextField, textFields, type Values } from '../../rules/fields.ts';
import { MAX_TEXT_BYTES } from '../../rules/limits.ts';
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
 * address has begun too many drafts. For all others, the body was not read.
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

const encoder = new TextEncoder();

/**
 * Reads the form's fields from a parsed body. Uses the last value of a repeated field, except for the key. Truncates the longest
 * texts so that all have at most `MAX_TEXT_BYTES`.
 */
export function readInput(body: unknown) {
  const sent = new Map<string, string>();
  for (const [name, value] of Object.entries(body ?? {})) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (typeof last === 'string') sent.set(name, last);
  }
  const values: Partial<Values> = {};
  const lengthOf = (name: TextField): number => sent.get(name)?.length ?? 0;
  let room = new Uint8Array(MAX_TEXT_BYTES);
  for (const name of textFields.toSorted((one, other) => lengthOf(one) - lengthOf(other))) {
    const value = sent.get(name);
    if (value === undefined) continue;
    const { read, written } = encoder.encodeInto(value, room);
    room = room.subarray(written);
    values[name] = value.slice(0, read).replace(/\r\n?/gu, '\n');
  }
  const intent = readIntent(sent);
  return {
    values,
    intent,
    captcha: sent.get('captcha') ?? '',
    /** The captcha code that the form showed, or undefined if it was used or replaced. */
    sealedCode: intent.kind === 'newCode' ? undefined : sent.get('sealedCode'),
    submitKey: parseSubmitKey(firstText(body, 'submitKey')),
    privacyNotice: parseVersion(sent.get('privacyNotice')),
    /** The files that the page showed, or undefined if the client does not send them. */
    shownFiles: readShownFiles(sent.get(SHOWN_FILES)),
  };
}

/** Returns the first value of a field, because later values of an arriving body must not change the result. */
export function firstText(body: unknown, name: 'token' | 'submitKey'): string | undefined {
  const value: unknown = (body as Record<string, unknown> | undefined)?.[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
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

function readIntent(sent: Map<string, string>): Intent {
  const fileId = sent.get('remove');
  if (fileId !== undefined) return { kind: 'remove', fileId };
  return { kind: BUTTON_INTENTS.get(sent.get('action') as 'upload') ?? 'submit' };
}
