import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import { readHostRule } from '../content/host-rules.ts';
import { readJson } from '../lib/read-json.ts';

/** Characters of the secret that signs tokens, and of a token that a program sends. */
export const MIN_SECRET_LENGTH = 16;

/** A whole number in decimal digits. */
export const whole = (fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  z
    .string()
    .regex(/^\d+$/u, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .default(fallback);

export const httpUrl = z.string().refine((text) => /^https?:\/\//iu.test(text) && URL.canParse(text), {
  message: 'must be an http or https URL',
  abort: true,
});

export const urlWithoutUser = (headersName: string) =>
  httpUrl.refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, `must have no user and no password: ${headersName} can carry an Authorization header`);

export const origin = httpUrl
  .refine((text) => /^\/?$/u.test(new URL(text).pathname), 'must be an origin without a path')
  .transform((text) => new URL(text).origin);

export const assetHosts = z.string().transform((text, context): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const rule = readHostRule(one);
      const message = `must be hosts, such as cdn.example.com, *.example.com, 10.0.0.5:9000 or *; ${one} is none`;
      if (rule === undefined) context.addIssue({ code: 'custom', message });
      return rule ?? z.NEVER;
    }),
);

export const securityContact = z
  .string()
  .refine(
    (text) => /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/u.test(text) && URL.canParse(text),
    'must be a mailto: or https: address',
  );

export const secret = z.string().min(MIN_SECRET_LENGTH, `must have ${MIN_SECRET_LENGTH} characters or more`);

/** It changes what visitors see, and guesses have no limit of their own: it must be long. */
export const bearerToken = secret.regex(
  /^[\x21-\x7e]+$/u,
  'must be letters, digits and signs of ASCII, without spaces',
);

export const headers = z.string().transform((text, context): Record<string, string> => {
  const parsed = z.record(z.string(), z.string()).safeParse(readJson(text));
  if (parsed.success && Object.entries(parsed.data).every(isHeader)) return parsed.data;
  context.addIssue({ code: 'custom', message: 'must be a JSON object of header names and values' });
  return z.NEVER;
});

/** Whether HTTP can carry a header as it is. */
function isHeader([name, value]: [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
