import { fieldSchema } from './field-schemas.ts';
import { isOptional, type TextField, textFields, type Values } from './fields.ts';
import { MAX_FILES, MIN_FILES } from './limits.ts';
import { fieldCodes, type Problem } from './problems.ts';
import { trimmed } from './text.ts';

/** State of the two fields that hold no text. */
type OtherFields = { files: number; isCaptchaSolved: boolean };

const isEmpty = (value: unknown): boolean => typeof value !== 'string' || trimmed(value) === '';

/** Validates and normalises one field. `today` is an ISO day in Asia/Shanghai. */
export function checkField(
  field: TextField,
  value: string | undefined,
  today: string,
): { value: string } | { problem: Problem } {
  if (isOptional(field) && isEmpty(value)) return { value: '' };
  const result = fieldSchema(field, today).safeParse(value);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  const code = fieldCodes.find((known) => known === issue?.message) ?? 'required';
  const limit: unknown = issue?.code === 'custom' ? issue.params?.limit : undefined;
  return { problem: typeof limit === 'number' ? { field, code, limit } : { field, code } };
}

/** Validates the whole form: the normalised application, or the first problem of each field in the form's order. */
export function checkApplication(
  values: Readonly<Partial<Values>>,
  { files, isCaptchaSolved }: OtherFields,
  today: string,
): { application: Values } | { problems: Problem[] } {
  const application: Partial<Values> = {};
  const problems: Problem[] = [];
  for (const field of textFields) {
    const checked = checkField(field, values[field], today);
    if ('problem' in checked) problems.push(checked.problem);
    else application[field] = checked.value;
  }
  if (!isCaptchaSolved) problems.push({ field: 'captcha', code: 'required' });
  if (files < MIN_FILES) problems.push({ field: 'declareFile', code: 'noFile' });
  if (files > MAX_FILES) problems.push({ field: 'declareFile', code: 'tooManyFiles' });
  return problems.length > 0 ? { problems } : { application: application as Values };
}
