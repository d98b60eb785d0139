import { readVersion } from './privacy-notice.ts';
import { readShownFiles, SHOWN_FILES } from './rules/client-protocol.ts';
import { textFields, type Values } from './rules/fields.ts';
import { MAX_FIELD_BYTES } from './rules/limits.ts';

const KEY = /^[\w-]{22}$/u;

/** Action of the pressed button. Texts and files are stored in any case. */
export type PostedAction =
  | { kind: 'submit' }
  | { kind: 'upload' }
  | { kind: 'newCode' }
  | { kind: 'begin' }
  | { kind: 'remove'; fileId: string };

export type Posted = ReturnType<typeof readPosted>;

/** Reads a parsed body: the form's own fields, of a repeated field the last value. */
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
    /** The captcha code that the form showed; undefined once it was used. */
    sealedCode: sent.get('sealedCode'),
    submitKey: readKey(sent.get('submitKey')),
    privacyNotice: readVersion(sent.get('privacyNotice')),
    /** The files that the page showed; undefined if the client does not send them. */
    shownFiles: readShownFiles(sent.get(SHOWN_FILES)),
    action: readAction(sent),
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

export const readKey = (key: unknown): string | undefined =>
  typeof key === 'string' && KEY.test(key) ? key : undefined;

/** Values of `action`; any other submits. */
const BUTTONS = new Map<string, PostedAction>([
  ['upload', { kind: 'upload' }],
  ['new-code', { kind: 'newCode' }],
  ['begin', { kind: 'begin' }],
]);

function readAction(sent: Map<string, string>): PostedAction {
  const fileId = sent.get('remove');
  if (fileId !== undefined) return { kind: 'remove', fileId };
  return BUTTONS.get(sent.get('action') ?? '') ?? { kind: 'submit' };
}
