import { type TextField, textFields, type Values } from '../../application/fields.ts';

/** What a POST asks for besides keeping what it holds. */
export type Action =
  | { kind: 'submit' }
  | { kind: 'upload' }
  | { kind: 'newCode' }
  | { kind: 'remove'; fileId: string }
  | { kind: 'check'; field: TextField };

/** The texts of a POST, of whatever shape its body was. */
export type Posted = {
  values: Partial<Values>;
  captcha: string;
  token?: string;
  submitKey?: string;
  action: Action;
};

/** Reads a parsed body: only names that the form has, and of a name that came several times the last. */
export function readPosted(body: unknown): Posted {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(body ?? {})) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (typeof last === 'string') texts.set(name, last);
  }
  const values: Partial<Values> = {};
  for (const name of textFields) {
    const value = texts.get(name);
    if (value !== undefined) values[name] = value.replace(/\r\n?/gu, '\n');
  }
  return {
    values,
    captcha: texts.get('captcha') ?? '',
    token: texts.get('token'),
    submitKey: texts.get('submitKey'),
    action: readAction(texts),
  };
}

function readAction(texts: Map<string, string>): Action {
  const fileId = texts.get('remove');
  if (fileId !== undefined) return { kind: 'remove', fileId };
  const field = textFields.find((name) => name === texts.get('check'));
  if (field !== undefined) return { kind: 'check', field };
  switch (texts.get('action')) {
    case 'upload':
      return { kind: 'upload' };
    case 'new-code':
      return { kind: 'newCode' };
    default:
      return { kind: 'submit' };
  }
}
