import { readVersion } from './privacy-notice.ts';
import { readShownFiles, SHOWN_FILES } from './rules/client-protocol.ts';
import { type TextField, textFields, type Values } from './rules/fields.ts';
import { MAX_FIELD_BYTES } from './rules/limits.ts';

const KEY = /^[\w-]{22}$/u;

/** The action of a POST, besides keeping its texts and files. */
export type Action =
  | { kind: 'submit' }
  | { kind: 'upload' }
  | { kind: 'newCode' }
  | { kind: 'begin' }
  | { kind: 'remove'; fileId: string }
  | { kind: 'check'; field: TextField };

export type Posted = ReturnType<typeof readPosted>;

/** Reads a parsed body: only names that the form has, and of a name that came several times the last. */
export function readPosted(body: unknown) {
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
  return {
    values,
    captcha: sent.get('captcha') ?? '',
    /** The code that the form showed; undefined once an answer was judged by it. */
    sealedCode: sent.get('sealedCode'),
    submitKey: readKey(sent.get('submitKey')),
    /** The version of the privacy notice that the form was shown with. */
    privacyNotice: readVersion(sent.get('privacyNotice')),
    /** The files that the page showed; undefined for clients that do not say. */
    shownFiles: readShownFiles(sent.get(SHOWN_FILES)),
    action: readAction(sent),
  };
}

/** The first text under a name in a body that may not have come in whole yet: what comes behind it changes nothing. */
export function firstText(body: unknown, name: 'token' | 'submitKey'): string | undefined {
  const value: unknown = (body as Record<string, unknown> | undefined)?.[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** Cuts a text to `MAX_FIELD_BYTES`, in whole characters. */
const cut = (text: string): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(MAX_FIELD_BYTES)).read);

/** A key in the format of the site; undefined for any other text. */
export const readKey = (key: unknown): string | undefined =>
  typeof key === 'string' && KEY.test(key) ? key : undefined;

/** What the form's buttons send; any other is the one that sends the application. */
const BUTTONS = new Map<string, Action>([
  ['upload', { kind: 'upload' }],
  ['new-code', { kind: 'newCode' }],
  ['begin', { kind: 'begin' }],
]);

function readAction(sent: Map<string, string>): Action {
  const fileId = sent.get('remove');
  if (fileId !== undefined) return { kind: 'remove', fileId };
  return BUTTONS.get(sent.get('action') ?? '') ?? { kind: 'submit' };
}
