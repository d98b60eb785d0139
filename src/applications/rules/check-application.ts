import * as z from 'zod';
import {
  type FieldKind,
  type FieldSpec,
  fields,
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
import type { FieldCode, Problem } from './problems.ts';
import { cleanLine, cleanLines, lengthOf, plainEmail, plainNumber, readDate } from './text.ts';

const cleanByKind: Record<FieldKind, (text: string) => string> = {
  line: cleanLine,
  suggested: cleanLine,
  stage: cleanLine,
  lines: cleanLines,
  date: (text) => readDate(text) ?? cleanLine(text),
  phone: (text) => plainNumber(cleanLine(text)),
  email: plainEmail,
};

/** The rule that a value breaks. `limit` is in characters or digits, depending on the code. */
type Broken = { code: FieldCode; limit?: number };

function findBrokenLength(value: string, { min = 1, max }: FieldSpec): Broken | undefined {
  const length = lengthOf(value);
  if (length < min) return { code: 'tooShort', limit: min };
  return length > max ? { code: 'tooLong', limit: max } : undefined;
}

function findBrokenFormat(value: string, kind: FieldKind, today: string): Broken | undefined {
  if (kind === 'date') return findBrokenDate(value, today);
  if (kind === 'phone') return findBrokenPhone(value);
  if (kind === 'email' && !isEmail(value)) return { code: 'email' };
  return kind === 'stage' && !stages.some((stage) => stage === value) ? { code: 'stage' } : undefined;
}

function findBrokenDate(value: string, today: string): Broken | undefined {
  if (readDate(value) !== value) return { code: 'notADate' };
  if (value < EARLIEST_DAY) return { code: 'tooEarly' };
  return value > today ? { code: 'inTheFuture' } : undefined;
}

/** A phone number, perhaps with an extension (`ext. 12`, `转 12`, `#12`). */
const PHONE = new RegExp(
  String.raw`^(?<number>[\d+()\- ]+)(?:(?:extension|ext|x|转|轉|分机|分機|#)[.: ]*\d{1,${MAX_EXTENSION_DIGITS}})?$`,
  'iu',
);
const NO_DIGIT = /\D/gu;

function findBrokenPhone(value: string): Broken | undefined {
  const digits = PHONE.exec(value)?.groups?.number?.replace(NO_DIGIT, '').length;
  if (digits === undefined) return { code: 'phone' };
  if (digits < MIN_PHONE_DIGITS) return { code: 'phoneTooShort', limit: MIN_PHONE_DIGITS };
  return digits > MAX_PHONE_DIGITS ? { code: 'phoneTooLong', limit: MAX_PHONE_DIGITS } : undefined;
}

/** Accepts the same addresses as browsers: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const isEmail = (value: string): boolean => z.regexes.html5Email.test(value);

/** State of the two fields without a text. */
type OtherFields = { files: number; isCaptchaSolved: boolean };

/** Validates and normalises one field. `today` is an ISO day in Asia/Shanghai. A missing field counts as empty. */
export function checkField(
  field: TextField,
  sent: string | undefined,
  today: string,
): { value: string } | { problem: Problem } {
  const spec = fields[field];
  const value = typeof sent === 'string' ? cleanByKind[spec.kind](sent) : '';
  if (value === '') return spec.isOptional ? { value } : { problem: { field, code: 'required' } };
  const broken = findBrokenLength(value, spec) ?? findBrokenFormat(value, spec.kind, today);
  return broken ? { problem: { field, ...broken } } : { value };
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
