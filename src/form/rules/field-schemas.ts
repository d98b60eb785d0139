import * as z from 'zod';
import { readDate } from './dates.ts';
import { type FieldKind, type FieldSpec, fields, stages, type TextField } from './fields.ts';
import { MAX_EXTENSION_DIGITS, MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from './limits.ts';
import type { FieldCode } from './problems.ts';
import { cleanLine, cleanLines, lengthOf, plainNumber, stripEnd, stripStart, trimmed } from './text.ts';

/** Turns a failed check into a problem: the message is its code, `params` its limit. */
const says = (code: FieldCode, limit?: number) => ({ error: code, params: { limit }, abort: true });

/** A field that is missing from the POST counts as empty. */
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
    .refine((value) => value <= today, says('inTheFuture'));

const PHONE = new RegExp(
  String.raw`^(?<number>[\d+()\- ]+)(?:(?:extension|ext|x|转|轉|分机|分機|#)[.: ]*\d{1,${MAX_EXTENSION_DIGITS}})?$`,
  'iu',
);
const NO_DIGIT = /\D/gu;

/** Counts the digits of a phone number without its extension (`ext. 12`, `转 12`, `#12`); undefined if the text is no phone number. */
const phoneDigits = (text: string): number | undefined =>
  PHONE.exec(text)?.groups?.number?.replace(NO_DIGIT, '').length;

const digits = (value: string): number => phoneDigits(value) ?? 0;

const phone = (spec: FieldSpec) =>
  bounded((value) => plainNumber(cleanLine(value)), spec)
    .refine((value) => phoneDigits(value) !== undefined, says('phone'))
    .refine((value) => digits(value) >= MIN_PHONE_DIGITS, says('phoneTooShort', MIN_PHONE_DIGITS))
    .refine((value) => digits(value) <= MAX_PHONE_DIGITS, says('phoneTooLong', MAX_PHONE_DIGITS));

const EMAIL_EDGE = /[\t\n\f\r ]/u;

/** Strips what a browser strips of `type=email`: ASCII white space at the ends only. */
const strippedEmail = (value: string): string => stripStart(stripEnd(value, EMAIL_EDGE), EMAIL_EDGE);

/** Accepts what browsers accept: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const isEmail = (value: string): boolean => z.regexes.html5Email.test(value);

const email = (spec: FieldSpec) =>
  bounded((value) => trimmed(value) && strippedEmail(value), spec).refine(isEmail, says('email'));

type Schema = z.ZodType<string>;

/** `today` is an ISO day in Asia/Shanghai. */
const schemaByKind: Record<FieldKind, (spec: FieldSpec, today: string) => Schema> = {
  line: (spec) => bounded(cleanLine, spec),
  suggested: (spec) => bounded(cleanLine, spec),
  lines: (spec) => bounded(cleanLines, spec),
  date,
  phone,
  email,
  stage: () => required(cleanLine).pipe(z.enum(stages, 'stage' satisfies FieldCode)),
};

/** The rule of a text field that is not empty. */
export const fieldSchema = (field: TextField, today: string): Schema =>
  schemaByKind[fields[field].kind](fields[field], today);
