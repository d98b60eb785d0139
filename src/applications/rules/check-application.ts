import * as z from 'zod';
import { type FieldKind, type FieldSpec, fields, type TextField, textFields, type Values } from './fields.ts';
import { EARLIEST_DAY, MAX_FILES, MAX_PHONE_DIGITS, MIN_FILES, MIN_PHONE_DIGITS } from './limits.ts';
import { cleanPhone, hasSeveralPhones, phoneDigits } from './phone.ts';
import type { FieldCode, Problem } from './problems.ts';
import { cleanLine, cleanLines, lengthOf, plainEmail, readDate } from './text.ts';

/** Accepts the same addresses as browsers: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const isEmail = (value: string): boolean => z.regexes.html5Email.test(value);

/** Rule for values that are not empty. `limit` is in characters or digits. */
type Rule = { code: FieldCode; isValid: (value: string) => boolean; limit?: number };

const countDigits = (phone: string): number => phoneDigits(phone)?.length ?? 0;

const phoneRules: Rule[] = [
  { code: 'phoneSeveral', isValid: (value) => !hasSeveralPhones(value) },
  { code: 'phone', isValid: (value) => phoneDigits(value) !== undefined },
  {
    code: 'phoneTooShort',
    isValid: (value) => countDigits(value) >= MIN_PHONE_DIGITS,
    limit: MIN_PHONE_DIGITS,
  },
  {
    code: 'phoneTooLong',
    isValid: (value) => countDigits(value) <= MAX_PHONE_DIGITS,
    limit: MAX_PHONE_DIGITS,
  },
];

type KindRules = { clean: (text: string) => string; rules?: (today: string, spec: FieldSpec) => Rule[] };

const kinds: Record<FieldKind, KindRules> = {
  line: { clean: cleanLine },
  suggested: { clean: cleanLine },
  lines: { clean: cleanLines },
  date: {
    clean: (text) => readDate(text) ?? cleanLine(text),
    rules: (today) => [
      { code: 'notADate', isValid: (value) => readDate(value) === value },
      { code: 'tooEarly', isValid: (value) => value >= EARLIEST_DAY },
      { code: 'inTheFuture', isValid: (value) => value <= today },
    ],
  },
  phone: { clean: cleanPhone, rules: () => phoneRules },
  email: { clean: plainEmail, rules: () => [{ code: 'email', isValid: isEmail }] },
  choice: {
    clean: cleanLine,
    rules: (_today, { options = [] }) => [{ code: 'choice', isValid: (value) => options.includes(value) }],
  },
};

const rulesFor = (spec: FieldSpec, today: string): Rule[] => [
  { code: 'tooShort', isValid: (value) => lengthOf(value) >= (spec.min ?? 1), limit: spec.min },
  { code: 'tooLong', isValid: (value) => lengthOf(value) <= spec.max, limit: spec.max },
  ...(kinds[spec.kind].rules?.(today, spec) ?? []),
];

type OtherFields = { files: number; isCaptchaSolved: boolean };

/** Normalises and validates one field. `today` is an ISO day in Asia/Shanghai. */
export function checkField(
  field: TextField,
  sent: string | undefined,
  today: string,
): { value: string } | { problem: Problem } {
  const spec = fields[field];
  const value = kinds[spec.kind].clean(sent ?? '');
  if (value === '') return spec.isOptional ? { value } : { problem: { field, code: 'required' } };
  const broken = rulesFor(spec, today).find(({ isValid }) => !isValid(value));
  return broken ? { problem: { field, code: broken.code, limit: broken.limit } } : { value };
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
