import * as z from 'zod';
import { type FieldKind, type FieldSpec, fields, type TextField, textFields, type Values } from './fields.ts';
import { EARLIEST_DAY, MAX_FILES, MAX_PHONE_DIGITS, MIN_FILES, MIN_PHONE_DIGITS } from './limits.ts';
import { cleanPhone, hasSeveralPhones, phoneDigits } from './phone.ts';
import type { FieldCode, Problem } from './problems.ts';
import { cleanLine, cleanLines, lengthOf, plainEmail, readDate } from './text.ts';

const cleanByKind: Record<FieldKind, (text: string) => string> = {
  line: cleanLine,
  suggested: cleanLine,
  choice: cleanLine,
  lines: cleanLines,
  date: (text) => readDate(text) ?? cleanLine(text),
  phone: cleanPhone,
  email: plainEmail,
};

/** Creates a rule for non-empty values. The message of an issue is the problem's code. `limit` is in characters or digits. */
const rule = (code: FieldCode, isKept: (value: string) => boolean, limit?: number) =>
  z.refine<string>((value) => value === '' || isKept(value), { error: code, params: { limit }, abort: true });

const required = z.refine<string>((value) => value !== '', {
  error: 'required' satisfies FieldCode,
  abort: true,
});

/** Accepts the same addresses as browsers: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const isEmail = (value: string): boolean => z.regexes.html5Email.test(value);

const formatRules: Record<FieldKind, (today: string, spec: FieldSpec) => ReturnType<typeof rule>[]> = {
  line: () => [],
  suggested: () => [],
  lines: () => [],
  date: (today) => [
    rule('notADate', (value) => readDate(value) === value),
    rule('tooEarly', (value) => value >= EARLIEST_DAY),
    rule('inTheFuture', (value) => value <= today),
  ],
  phone: () => [
    rule('phoneSeveral', (value) => !hasSeveralPhones(value)),
    rule('phone', (value) => phoneDigits(value) !== undefined),
    rule(
      'phoneTooShort',
      (value) => Number(phoneDigits(value)?.length) >= MIN_PHONE_DIGITS,
      MIN_PHONE_DIGITS,
    ),
    rule('phoneTooLong', (value) => Number(phoneDigits(value)?.length) <= MAX_PHONE_DIGITS, MAX_PHONE_DIGITS),
  ],
  email: () => [rule('email', isEmail)],
  choice: (_today, { options = [] }) => [rule('choice', (value) => options.includes(value))],
};

/** Returns a text field's schema. `today` is an ISO day in Asia/Shanghai. A missing field counts as empty. */
function fieldSchema(spec: FieldSpec, today: string) {
  const { kind, min = 1, max, isOptional } = spec;
  return z
    .string()
    .catch('')
    .transform(cleanByKind[kind])
    .check(
      ...(isOptional ? [] : [required]),
      rule('tooShort', (value) => lengthOf(value) >= min, min),
      rule('tooLong', (value) => lengthOf(value) <= max, max),
      ...formatRules[kind](today, spec),
    );
}

type OtherFields = { files: number; isCaptchaSolved: boolean };

/** Normalises and validates one field. `today` is an ISO day in Asia/Shanghai. */
export function checkField(
  field: TextField,
  sent: string | undefined,
  today: string,
): { value: string } | { problem: Problem } {
  const { data: value, error } = fieldSchema(fields[field], today).safeParse(sent);
  const issue = error?.issues[0];
  if (!issue) return { value: value ?? '' };
  const limit: number | undefined = issue.code === 'custom' ? issue.params?.limit : undefined;
  return { problem: { field, code: issue.message as FieldCode, limit } };
}

/** Returns the normalised application, or the first problem of each field in the form's order. */
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
