import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import { readJson } from './lib/read-json.ts';

export const httpUrl = z.string().refine((text) => /^https?:\/\//iu.test(text) && URL.canParse(text), {
  message: 'must be an http or https URL',
  abort: true,
});

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
