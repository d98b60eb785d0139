import { type FieldName, fieldNames, fields, type TextField } from './fields.ts';

export const fieldCodes = [
  'required',
  'tooShort',
  'tooLong',
  'notADate',
  'inTheFuture',
  'phone',
  'phoneTooShort',
  'phoneTooLong',
  'email',
  'stage',
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
  'fileNotChecked',
  'fileVirus',
  'tooManyFiles',
  'draftFull',
  'addressFull',
  'diskFull',
  'fileNotUploaded',
  'fileUnfinished',
  'fileAddedElsewhere',
  'fileRemovedElsewhere',
  'fileLost',
] as const;

export type FieldCode = (typeof fieldCodes)[number];
export type FileCode = (typeof fileCodes)[number];

/**
 * A problem of a field: the one object behind its line in the summary, its message and the page's title.
 * `limit` counts characters or digits, as the code says; `file` is the name of the file meant, `dimensions` a picture's width and
 * height in pixels.
 */
export type Problem = {
  field: FieldName;
  code: FieldCode | FileCode;
  limit?: number;
  file?: string;
  dimensions?: string;
};

export type FileRefusal = { code: FileCode; dimensions?: string };

export const fileProblem = ({ code, dimensions }: FileRefusal, file: string): Problem => ({
  field: 'declareFile',
  code,
  dimensions,
  file,
});

/** The problem of a text that is too long to be stored in a draft. */
export const tooLongProblem = (field: TextField): Problem => ({
  field,
  code: 'tooLong',
  limit: fields[field].max,
});

/** The catalogue key of a problem's text: `problemRequired`. The problem itself holds the text's placeholders. */
export const problemKey = ({ code }: Pick<Problem, 'code'>): string =>
  `problem${code.charAt(0).toUpperCase()}${code.slice(1)}`;

/** The problems in the order of the form; those of one field stay as they came. */
export const inFieldOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => fieldNames.indexOf(a.field) - fieldNames.indexOf(b.field));
