import * as z from 'zod';
import {
  type FieldKind,
  type FieldSpec,
  fields,
  isOptional,
  stages,
  type TextField,
  textFields,
  type Values,
} from './fields.ts';
import {
  EARLIEST_DAY,
  MAX_EXTENSION_DIGITS,
  MAX_FILES,
  MAX_PHONE_DIGITS,
  MIN_FILES,
  MIN_PHONE_DIGITS,
} from './limits.ts';
import { type FieldCode, fieldCodes, type Problem } from './problems.ts';
import { cleanLine, cleanLines, lengthOf, plainEmail, plainNumber, readDate, trimmed } from './text.ts';

/** Creates the issue of a failed check. Its message is the problem's code, and `params` has the limit. */
const says = (code: FieldCode, limit?: number) => ({ error: code, params: { limit }, abort: true });

/** Creates the schema of a required text. A missing field counts as empty. */
const required = (clean: (text: string) => string) =>
  z
    .string()
    .catch('')
    .transform(clean)
    .refine((text) => text !== '', says('required'));

const bounded = (clean: (text: string) => string, { min = 1, max }: FieldSpec) =>
  required(clean)
    .refine((value) => lengthOf(value) >= min, says('tooShort', min))
    .refine((value) => lengthOf(value) <= max, says('tooLong', max));

const date = (_spec: FieldSpec, today: string) =>
  required((value) => readDate(value) ?? cleanLine(value))
    .refine((value) => readDate(value) === value, says('notADate'))
    .refine((value) => value >= EARLIEST_DAY, says('tooEarly'))
    .refine((value) => value <= today, says('inTheFuture'));

const PHONE = new RegExp(
  String.raw`^(?<number>[\d+()\- ]+)(?:(?:extension|ext|x|转|轉|分机|分機|#)[.: ]*\d{1,${MAX_EXTENSION_DIGITS}})?$`,
  'iu',
);
const NO_DIGIT = /\D/gu;

/** Counts a phone number's digits without the extension (`ext. 12`, `转 12`, `#12`). Returns undefined for other texts. */
const phoneDigits = (text: string): number | undefined =>
  PHONE.exec(text)?.groups?.number?.replace(NO_DIGIT, '').length;

const digits = (value: string): number => phoneDigits(value) ?? 0;

const phone = (spec: FieldSpec) =>
  bounded((value) => plainNumber(cleanLine(value)), spec)
    .refine((value) => phoneDigits(value) !== undefined, says('phone'))
    .refine((value) => digits(value) >= MIN_PHONE_DIGITS, says('phoneTooShort', MIN_PHONE_DIGITS))
    .refine((value) => digits(value) <= MAX_PHONE_DIGITS, says('phoneTooLong', MAX_PHONE_DIGITS));

/** Accepts the same addresses as browsers: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const isEmail = (value: string): boolean => z.regexes.html5Email.test(value);

const email = (spec: FieldSpec) => bounded(plainEmail, spec).refine(isEmail, says('email'));

type Schema = z.ZodType<string>;

/** Schemas by kind of field. `today` is an ISO day in Asia/Shanghai. */
const schemaByKind: Record<FieldKind, (spec: FieldSpec, today: string) => Schema> = {
  line: (spec) => bounded(cleanLine, spec),
  suggested: (spec) => bounded(cleanLine, spec),
  lines: (spec) => bounded(cleanLines, spec),
  date,
  phone,
  email,
  stage: () => required(cleanLine).pipe(z.enum(stages, 'stage' satisfies FieldCode)),
};

/** Returns the schema of a text field that is not empty. */
const fieldSchema = (field: TextField, today: string): Schema =>
  schemaByKind[fields[field].kind](fields[field], today);

/** State of the two fields without a text. */
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

/** Validates the form. Returns the normalised application, or the first problem of each field in the form's order. */
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
