import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import express, { type Request, type RequestHandler } from 'express';
import multer, { type StorageEngine } from 'multer';
import { SiteError } from '../../../lib/failures.ts';
import { textFields } from '../../rules/fields.ts';
import {
  MAX_DISCARDED_BYTES,
  MAX_FIELD_NAME_BYTES,
  MAX_FIELDS_PER_POST,
  MAX_FILES_PER_POST,
  MAX_POST_BYTES,
  MAX_TEXT_BYTES,
} from '../../rules/limits.ts';
import { type Problem, tooLongProblem } from '../../rules/problems.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import { createFileIntake, type FileIntake, type ReceivedFiles } from '../../uploads/file-intake.ts';
import { type FormRequest, isFieldCheck } from '../form-request.ts';

const FILES_FIELD = 'declareFile';

/** Interval of the check for files that make no progress although their request is complete. */
const STUCK_CHECK_MS = 2500;

const URL_ENCODED_BYTES_PER_BYTE = 3;

const MULTER_LIMITS = {
  fields: MAX_FIELDS_PER_POST,
  files: MAX_FILES_PER_POST,
  parts: MAX_FIELDS_PER_POST + MAX_FILES_PER_POST,
  fieldNameSize: MAX_FIELD_NAME_BYTES,
  // Longer texts are rejected, shorter ones truncated.
  fieldSize: 4 * MAX_TEXT_BYTES,
  fieldNestingDepth: 0,
  fieldArrayIndexLimit: 0,
};

/**
 * Passes files to the intake while they arrive. Discards files of other fields, or all files without an `intake`. A bad file
 * becomes a problem, not an error, so that the other files are stored.
 */
const createStorageEngine = (intake?: FileIntake): StorageEngine => ({
  _handleFile(request, { fieldname, originalname, stream }, done) {
    destroyWhenStuck(request, stream);
    const isAccepted = intake !== undefined && fieldname === FILES_FIELD;
    const received = isAccepted ? intake.add(originalname, stream) : finished(stream.resume());
    received.then(() => done(null, {}), done);
  },
  /** Keeps stored files, even if the rest of the POST fails. */
  _removeFile(_request, _file, done) {
    done(null);
  },
});

const parseMultipart = (intake?: FileIntake) =>
  multer({ storage: createStorageEngine(intake), defParamCharset: 'utf8', limits: MULTER_LIMITS }).any();

const parseUrlEncoded = express.urlencoded({
  extended: false,
  limit: URL_ENCODED_BYTES_PER_BYTE * MAX_TEXT_BYTES,
  parameterLimit: MAX_FIELDS_PER_POST,
});

const isMultipart = (request: Request): boolean => !!request.is('multipart/form-data');

/** Reads texts into `request.body` and passes files to `intake`. Resolves with the first error. */
function parseBody({ request, response }: FormRequest, intake?: FileIntake): Promise<unknown> {
  const parse = isMultipart(request) ? parseMultipart(intake) : parseUrlEncoded;
  return new Promise((resolve) => parse(request, response, resolve));
}

/**
 * Reads the body of a POST. Files are stored in the draft while they arrive, and `request.body` receives the texts. Rejects if the
 * body is not a form or is truncated. The parts that arrived are then still available.
 */
export async function readBody(
  form: FormRequest,
  open: () => Promise<Draft | undefined>,
): Promise<ReceivedFiles> {
  const { services, request } = form;
  if (!isMultipart(request) && !request.is('application/x-www-form-urlencoded'))
    throw new SiteError('unknownForm');
  const intake = createFileIntake(services, request.ip, open);
  limitBytes(request);
  // Only the first error counts, because the parser may report a lost connection after it.
  const error = await parseBody(form, isFieldCheck(request) ? undefined : intake);
  const { files, problems, failure } = await intake.settled();
  return { files, problems: error ? [...problems, toProblem(error)] : problems, failure };
}

/** Reads up to `MAX_DISCARDED_BYTES` of a rejected POST, keeps its texts and discards its files. */
export function readTexts(form: FormRequest): Promise<unknown> {
  const { request } = form;
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_DISCARDED_BYTES) return;
      request.off('data', count);
      resolve(undefined);
    };
    request.on('data', count);
    void parseBody(form).then(resolve);
  });
}

/** Destroys a file stream that begins after the end of the form, because the parser never ends it. */
function destroyWhenStuck(request: Request, stream: Readable): void {
  let wasStuck = false;
  const timer = setInterval(() => {
    // A file may remain unread while earlier files are checked.
    const isRead = stream.readableFlowing !== null;
    const isStuck = request.complete && isRead && stream.readableLength === 0;
    if (isStuck && wasStuck) stream.destroy(new Error('the file has no end'));
    wasStuck = isStuck;
  }, STUCK_CHECK_MS);
  stream.once('close', () => clearInterval(timer));
}

/** Rejects a POST whose declared length exceeds the limit, before reading its body. */
export const rejectTooLarge: RequestHandler = (request, _response, next) => {
  if (Number(request.get('Content-Length') ?? 0) > MAX_POST_BYTES) throw new SiteError('formTooLarge');
  next();
};

/** Aborts a request whose body is too long, because chunked bodies do not declare a length. */
function limitBytes(request: Request): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_POST_BYTES) request.destroy(new SiteError('formTooLarge'));
  });
}

/** Converts an exceeded limit to a problem of its field. Throws other errors, which no browser causes. */
function toProblem(cause: unknown): Problem {
  if (cause instanceof multer.MulterError) {
    const field = textFields.find((name) => name === cause.field);
    if (cause.code === 'LIMIT_FIELD_VALUE' && field) return tooLongProblem(field);
    if (cause.code === 'LIMIT_FILE_COUNT') return { field: 'declareFile', code: 'tooManyFiles' };
  }
  throw new SiteError('badRequest', { cause });
}
