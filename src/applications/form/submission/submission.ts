import { parseDay } from '../../../content/time.ts';
import { readShownFiles, SHOWN_FILES } from '../../rules/client-protocol.ts';
import { type TextField, textFields, type Values } from '../../rules/fields.ts';
import { MAX_FIELD_BYTES } from '../../rules/limits.ts';
import type { Problem } from '../../rules/problems.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import type { ReceivedFiles } from '../../uploads/file-intake.ts';
import { readVersion } from '../privacy-notice.ts';

/** Request of a submission. Its texts and files are stored in any case. */
export type Intent =
  | { kind: 'submit' | 'upload' | 'newCode' | 'begin' }
  | { kind: 'remove'; fileId: string }
  | { kind: 'check'; field: TextField };

/** Result of looking up the form's key. `otherSession`: the applicant's cookies are blocked or lost. */
export type DraftLookup =
  | { kind: 'none' }
  | { kind: 'own'; draft: Draft }
  | { kind: 'otherSession' }
  | { kind: 'sent'; reference: string };

/**
 * Reason why a submission is not stored. `unsigned`: its token is missing, expired or another session's; `full`: the address has begun too many
 * drafts; the others were refused before their body was read.
 */
export type Refusal = 'unsigned' | 'full' | 'crossSite' | 'formTooLarge' | 'tooMany';

/** The draft that holds the texts and files of a submission, or why there is none. */
export type OpenedDraft = {
  lookup: DraftLookup;
  /** Found or begun. A new one replaces a draft that is sent or another session's. */
  draft?: Draft;
  isNew?: boolean;
  refusal?: Refusal;
  failure?: Error;
};

/** One POST of the form, after its texts and files were stored. */
export type Submission = FormInput &
  ReceivedFiles &
  OpenedDraft & {
    intent: Intent;
    /** Whether the draft holds all texts. */
    hasStoredTexts: boolean;
    /** Whether a file of the draft was removed. */
    hasRemoved?: boolean;
    captchaProblem?: Problem;
    /** The application of a key that is sent. */
    application?: SentApplication;
    /** The day of its arrival. */
    today: string;
  };

/** Today in Asia/Shanghai, the group's calendar, as an ISO day. */
export const today = (): string => parseDay(Date.now()) ?? '';

export type FormInput = ReturnType<typeof readInput>;

/** Reads the form's own fields of a parsed body; of a repeated field the last value. */
export function readInput(body: unknown) {
  const sent = new Map<string, string>();
  for (const [name, value] of Object.entries(body ?? {})) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (typeof last === 'string') sent.set(name, last);
  }
  const values: Partial<Values> = {};
  for (const name of textFields) {
    const value = sent.get(name);
    if (value !== undefined) values[name] = cut(value).replace(/\r\n?/gu, '\n');
  }
  const intent = readIntent(sent);
  return {
    values,
    intent,
    captcha: sent.get('captcha') ?? '',
    /** The captcha code that the form showed; undefined once it was used or replaced. */
    sealedCode: intent.kind === 'newCode' ? undefined : sent.get('sealedCode'),
    submitKey: readKey(sent.get('submitKey')),
    privacyNotice: readVersion(sent.get('privacyNotice')),
    /** The files that the page showed; undefined if the client does not send them. */
    shownFiles: readShownFiles(sent.get(SHOWN_FILES)),
  };
}

/** Returns the first value of a field: the body may still be arriving, and later values must not change the result. */
export function firstText(body: unknown, name: 'token' | 'submitKey'): string | undefined {
  const value: unknown = (body as Record<string, unknown> | undefined)?.[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** Cuts a text to `MAX_FIELD_BYTES`, in whole characters. */
const cut = (text: string): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(MAX_FIELD_BYTES)).read);

const KEY = /^[\w-]{22}$/u;

export const readKey = (key: unknown): string | undefined =>
  typeof key === 'string' && KEY.test(key) ? key : undefined;

/** Values of `action`; any other submits. */
const BUTTONS = new Map<string, Intent>([
  ['upload', { kind: 'upload' }],
  ['new-code', { kind: 'newCode' }],
  ['begin', { kind: 'begin' }],
]);

function readIntent(sent: Map<string, string>): Intent {
  const fileId = sent.get('remove');
  if (fileId !== undefined) return { kind: 'remove', fileId };
  return BUTTONS.get(sent.get('action') ?? '') ?? { kind: 'submit' };
}
