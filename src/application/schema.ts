import { z } from 'zod';
import { normaliseCaptcha } from './captcha-answer.ts';
import { fieldSchemas } from './field-schemas.ts';
import type { FieldName, TextField, Values } from './fields.ts';
import { MAX_FILES, MIN_FILES } from './limits.ts';
import { type FieldCode, fieldCodes, inFieldOrder, type Problem } from './problems.ts';

/** A field that can be checked alone, when it is left. */
export type CheckedField = TextField | 'captcha';

/** The known facts of the two fields that hold no text; `captcha` is what was typed in this POST, if anything. */
export type Circumstances = { files: number; isCaptchaSolved: boolean; captcha?: string };

/** An application that may be sent: every value trimmed and normalised, the date an ISO day. */
export type Application = z.output<Schemas['application']>;

type Schemas = ReturnType<typeof buildSchemas>;

function buildSchemas(today: string) {
  const fields = fieldSchemas(today);
  const { captcha: _, ...texts } = fields;
  return { today, fields, application: z.object(texts) };
}

let latest: Schemas | undefined;

/** The schemas of a day: built once for it, because building them costs more than using them. */
function schemasOf(today: string): Schemas {
  if (latest?.today !== today) latest = buildSchemas(today);
  return latest;
}

/**
 * Judges one field by the same rule as the whole form. `today` is an ISO day in Asia/Shanghai. A captcha is only looked at
 * for being there: whether it is right is for the draft to say.
 */
export function checkField(
  field: CheckedField,
  value: string | undefined,
  today: string,
): { value: string } | { problem: Problem } {
  const result = schemasOf(today).fields[field].safeParse(value);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  return { problem: problemOf(field, issue) };
}

/**
 * Judges the whole form: the normalised application, or one problem for each field at fault, in the form's order.
 * `today` is an ISO day in Asia/Shanghai.
 */
export function checkApplication(
  values: Readonly<Partial<Values>>,
  circumstances: Circumstances,
  today: string,
): { application: Application } | { problems: Problem[] } {
  const result = schemasOf(today).application.safeParse(values);
  const problems = [...otherProblems(circumstances), ...(result.success ? [] : firstOfEach(result.error))];
  if (result.success && problems.length === 0) return { application: result.data };
  return { problems: inFieldOrder(problems) };
}

function otherProblems({ files, isCaptchaSolved, captcha = '' }: Circumstances): Problem[] {
  const problems: Problem[] = [];
  if (!isCaptchaSolved)
    problems.push({ field: 'captcha', code: normaliseCaptcha(captcha) ? 'captcha' : 'required' });
  if (files < MIN_FILES) problems.push({ field: 'declareFile', code: 'noFile' });
  if (files > MAX_FILES) problems.push({ field: 'declareFile', code: 'tooManyFiles' });
  return problems;
}

function firstOfEach(error: z.ZodError<Values>): Problem[] {
  const byField = Map.groupBy(error.issues, (issue) => issue.path[0] as FieldName);
  return [...byField].map(([field, [issue]]) => problemOf(field, issue));
}

function problemOf(field: FieldName, issue: z.core.$ZodIssue | undefined): Problem {
  const code = fieldCodes.find((known) => known === issue?.message) ?? ('required' satisfies FieldCode);
  const limit = issue?.code === 'custom' ? issue.params?.limit : undefined;
  return typeof limit === 'number' ? { field, code, limit } : { field, code };
}
