import type { Readable } from 'node:stream';
import express, { type Request, type RequestHandler } from 'express';
import multer, { type StorageEngine } from 'multer';
import { type TextField, textFields } from '../application/fields.ts';
import {
  LENGTHS,
  MAX_FIELD_BYTES,
  MAX_FIELD_NAME_BYTES,
  MAX_FIELDS_PER_POST,
  MAX_FILES_PER_POST,
  MAX_PART_HEADERS,
  MAX_POST_BYTES,
} from '../application/limits.ts';
import { Failure } from '../failures.ts';
import { createFileIntake, type FileIntake } from '../services/application/file-intake.ts';
import { readKey } from '../services/application/posted.ts';
import type { Services } from '../services/index.ts';

const FILES_FIELD = 'declareFile';

const intakes = new WeakMap<Request, FileIntake>();

/** Passes files on as they come in. A bad file is a problem of its own and no error: those beside it are kept. */
const engine: StorageEngine = {
  _handleFile(request, file, done) {
    intakes
      .get(request)
      ?.take(file.originalname, file.stream as Readable)
      .then(() => done(null, {}), done);
  },
  /** What was kept stays, also where the rest of the POST fails. */
  _removeFile(_request, _file, done) {
    done(null);
  },
};

const parseMultipart = multer({
  storage: engine,
  defParamCharset: 'utf8',
  fileFilter: (_request, { fieldname }, done) => done(null, fieldname === FILES_FIELD),
  limits: {
    fields: MAX_FIELDS_PER_POST,
    files: MAX_FILES_PER_POST,
    parts: MAX_FIELDS_PER_POST + MAX_FILES_PER_POST,
    fieldNameSize: MAX_FIELD_NAME_BYTES,
    fieldSize: MAX_FIELD_BYTES,
    fileSize: MAX_POST_BYTES,
    headerPairs: MAX_PART_HEADERS,
    fieldNestingDepth: 0,
    fieldArrayIndexLimit: 0,
  },
}).any();

const parseUrlEncoded = express.urlencoded({
  extended: false,
  limit: MAX_FIELD_BYTES * MAX_FIELDS_PER_POST,
  parameterLimit: MAX_FIELDS_PER_POST,
});

/**
 * Reads the body of a POST: files go into the draft while they come in, `request.body` gets the texts. What is no form is
 * refused; of one that ends too early the handlers behind still see what came before, by way of the error.
 */
export function formBody(services: Services): RequestHandler {
  return (request, response, next) => {
    if (Number(request.get('Content-Length') ?? 0) > MAX_POST_BYTES) throw new Failure('formTooLarge');
    const isMultipart = request.is('multipart/form-data');
    if (!isMultipart && !request.is('application/x-www-form-urlencoded')) throw new Failure('unknownForm');
    const intake = createFileIntake(services, request.form, () => readKey(request.body?.submitKey));
    intakes.set(request, intake);
    const parse = isMultipart ? parseMultipart : parseUrlEncoded;
    parse(request, response, (error?: unknown) => {
      intake.settled().then(() => next(error ? formFailure(request, error) : undefined), next);
    });
  };
}

/** A text that is far too long is its field's problem; all else that a browser would not send is a bad request. */
function formFailure({ form }: Request, cause: unknown): Failure | undefined {
  if (!(cause instanceof multer.MulterError)) return new Failure('badRequest', { cause });
  const field = textFields.find((name) => name === cause.field);
  if (cause.code === 'LIMIT_FIELD_VALUE' && field) {
    form.problems.push({ field, code: 'tooLong', limit: longest(field) });
    return undefined;
  }
  return new Failure(cause.code === 'LIMIT_FILE_SIZE' ? 'formTooLarge' : 'badRequest', { cause });
}

/** Fields without a length of their own (a date, a telephone number) are no longer than a short text. */
const longest = (field: TextField): number =>
  (LENGTHS as Partial<Record<TextField, { max: number }>>)[field]?.max ?? LENGTHS.industry.max;
