import * as z from 'zod';
import { plainNumber } from './ascii.ts';
import { readDate } from './dates.ts';
import { stages, type TextField } from './fields.ts';
import { LENGTHS, MAX_EMAIL_LENGTH, MAX_PHONE_DIGITS, MAX_PHONE_LENGTH, MIN_PHONE_DIGITS } from './limits.ts';
import { phoneDigits } from './phone.ts';
import type { FieldCode } from './problems.ts';
import { cleanLine, cleanLines, lengthOf, stripEnd, stripStart, trimmed } from './text.ts';

/** A zod issue that names a problem: its message is the code, its params hold the limit. */
const says = (code: FieldCode, limit?: number) => ({ error: code, params: { limit }, abort: true });

/** A field that is missing from the POST is an empty one. */
const required = (clean: (text: string) => string) =>
  z
    .string()
    .catch('')
    .transform(clean)
    .refine((text) => text !== '', says('required'));

const text = (field: keyof typeof LENGTHS, clean = cleanLine) => {
  const { min, max } = LENGTHS[field];
  return required(clean)
    .refine((value) => lengthOf(value) >= min, says('tooShort', min))
    .refine((value) => lengthOf(value) <= max, says('tooLong', max));
};

const date = (today: string) =>
  required((value) => readDate(value) ?? cleanLine(value))
    .refine((value) => readDate(value) === value, says('notADate'))
    .refine((value) => value <= today, says('inTheFuture'));

const digits = (value: string): number => phoneDigits(value) ?? 0;

const phone = required((value) => plainNumber(cleanLine(value)))
  .refine((value) => lengthOf(value) <= MAX_PHONE_LENGTH, says('tooLong', MAX_PHONE_LENGTH))
  .refine((value) => phoneDigits(value) !== undefined, says('phone'))
  .refine((value) => digits(value) >= MIN_PHONE_DIGITS, says('phoneTooShort', MIN_PHONE_DIGITS))
  .refine((value) => digits(value) <= MAX_PHONE_DIGITS, says('phoneTooLong', MAX_PHONE_DIGITS));

const EMAIL_EDGE = /[\t\n\f\r ]/u;

/** What a browser strips of a typed address before it looks at it: ASCII white space at its ends, no other. */
const strippedEmail = (value: string): string => stripStart(stripEnd(value, EMAIL_EDGE), EMAIL_EDGE);

/**
 * Whether a browser would take this text, stripped, as an e-mail address.
 * Source: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const isEmail = (value: string): boolean => z.regexes.html5Email.test(value);

const email = required((value) => trimmed(value) && strippedEmail(value))
  .refine((value) => lengthOf(value) <= MAX_EMAIL_LENGTH, says('tooLong', MAX_EMAIL_LENGTH))
  .refine(isEmail, says('email'));

const fixedSchemas: Record<Exclude<TextField, 'establishmentDate'>, z.ZodType<string>> = {
  companyName: text('companyName'),
  companyShortName: text('companyShortName'),
  registrationPlace: text('registrationPlace'),
  contactPerson: text('contactPerson'),
  contactPhone: phone,
  contactEmail: email,
  industry: text('industry'),
  developmentStage: required(cleanLine).pipe(z.enum(stages, 'stage' satisfies FieldCode)),
  companyDescription: text('companyDescription', cleanLines),
};

/** The rule of a field that is typed or chosen from a list; `today` is an ISO day in Asia/Shanghai. */
export const fieldSchema = (field: TextField, today: string): z.ZodType<string> =>
  field === 'establishmentDate' ? date(today) : fixedSchemas[field];
