import { type FieldName, fieldNames, fields, type TextField } from './fields.ts';
import { foreignKindOf } from './file-types.ts';

export const fieldCodes = [
  'required',
  'tooShort',
  'tooLong',
  'notADate',
  'tooEarly',
  'inTheFuture',
  'phone',
  'phoneSeveral',
  'phoneTooShort',
  'phoneTooLong',
  'email',
  'choice',
  'captcha',
  'captchaExpired',
  'captchaTooOften',
  'noFile',
] as const;

export const fileCodes = [
  'fileEmpty',
  'fileTooBig',
  'fileType',
  'fileDisguised',
  'filePassword',
  'fileMacros',
  'fileUnsafe',
  'pictureTooLarge',
  'pictureInterlaced',
  'fileNotChecked',
  'fileVirus',
  'fileNoRoom',
  'tooManyFiles',
  'addressFull',
  'diskFull',
  'fileNotUploaded',
  'fileUnfinished',
  'fileAddedElsewhere',
  'fileRemovedElsewhere',
  'fileLost',
  'draftExpired',
] as const;

export type FieldCode = (typeof fieldCodes)[number];
export type FileCode = (typeof fileCodes)[number];

/** `limit` is in characters or digits, depending on the code. `file` is a file name. */
export type Problem = RefusalFacts & {
  field: FieldName;
  code: FieldCode | FileCode;
  limit?: number;
  file?: string;
};

/** `dimensions` of an image in pixels, `format` that is not accepted. */
type RefusalFacts = { dimensions?: string; format?: string };

export type FileRefusal = RefusalFacts & { code: FileCode };

export class RefusedFileError extends Error {
  readonly refusal: FileRefusal;

  constructor(code: FileCode, facts: RefusalFacts = {}) {
    super(code);
    this.refusal = { ...facts, code };
  }
}

/** Converts a library's errors to refusals. Errors that match `passwordError` mean that the file has a password. */
export async function refuseOnError<T>(work: () => Promise<T>, passwordError?: RegExp): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedFileError) throw error;
    throw new RefusedFileError(passwordError?.test(String(error)) ? 'filePassword' : 'fileUnsafe');
  }
}

export const fileProblem = (refusal: FileRefusal, file: string): Problem => ({
  field: 'declareFile',
  ...refusal,
  file,
});

export const tooLongProblem = (field: TextField): Problem => ({
  field,
  code: 'tooLong',
  limit: fields[field].max,
});

/** Returns a message key, such as `problemFileType_archive`. Its placeholders are properties of the problem. */
export const problemKey = ({ code, format }: Pick<Problem, 'code' | 'format'>): string =>
  `problem${code.charAt(0).toUpperCase()}${code.slice(1)}${format ? `_${foreignKindOf(format)}` : ''}`;

export const inFieldOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => fieldNames.indexOf(a.field) - fieldNames.indexOf(b.field));
