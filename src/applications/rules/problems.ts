import { type FieldName, fieldNames, fields, type TextField } from './fields.ts';

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

/**
 * Problem of a field, shown in the error summary, the field's message and the page's title. `limit` is in characters or digits,
 * depending on the code. `file` is a file name, and `dimensions` is the size of an image in pixels.
 */
export type Problem = {
  field: FieldName;
  code: FieldCode | FileCode;
  limit?: number;
  file?: string;
  dimensions?: string;
};

export type FileRefusal = { code: FileCode; dimensions?: string };

/** Thrown to refuse a file, at any depth of a check or a protocol. */
export class RefusedFileError extends Error {
  readonly refusal: FileRefusal;

  constructor(code: FileCode, dimensions?: string) {
    super(code);
    this.refusal = { code, dimensions };
  }
}

/** Calls a library and converts its errors to refusals. Errors that match `passwordError` mean that the file has a password. */
export async function orRefuse<T>(work: () => Promise<T>, passwordError?: RegExp): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedFileError) throw error;
    throw new RefusedFileError(passwordError?.test(String(error)) ? 'filePassword' : 'fileUnsafe');
  }
}

export const fileProblem = ({ code, dimensions }: FileRefusal, file: string): Problem => ({
  field: 'declareFile',
  code,
  dimensions,
  file,
});

/** Returns the problem of a text that is too long for a draft. */
export const tooLongProblem = (field: TextField): Problem => ({
  field,
  code: 'tooLong',
  limit: fields[field].max,
});

/** Returns the key of a problem's text, such as `problemRequired`. The text's placeholders are properties of the problem. */
export const problemKey = ({ code }: Pick<Problem, 'code'>): string =>
  `problem${code.charAt(0).toUpperCase()}${code.slice(1)}`;

/** Sorts problems in the order of the form. The sort is stable within a field. */
export const inFieldOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => fieldNames.indexOf(a.field) - fieldNames.indexOf(b.field));
