import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import express, { type Request } from 'express';
import multer, { type StorageEngine } from 'multer';
import { Failure } from '../../lib/failures.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import { RETRY_HEADER } from '../rules/client-protocol.ts';
import { textFields } from '../rules/fields.ts';
import {
  MAX_FIELD_BYTES,
  MAX_FIELD_NAME_BYTES,
  MAX_FIELDS_PER_POST,
  MAX_FILES_PER_POST,
  MAX_POST_BYTES,
  MAX_TEXT_BYTES,
} from '../rules/limits.ts';
import { type Problem, tooLongProblem } from '../rules/problems.ts';
import { createFileIntake, type FileIntake, type TakenFiles } from '../uploads/file-intake.ts';
import type { Visit } from './visit.ts';

const FILES_FIELD = 'declareFile';

/** Without one no part of a body can be told from the next (RFC 2046, section 5.1.1). */
const BOUNDARY = /;\s*boundary=(?:"[^"]+"|[^\s";]+)/iu;

/** How often a file is looked at that brings nothing though its request has come in whole, in milliseconds. */
const STUCK_MS = 2500;

/** A byte of text takes up to three in a URL-encoded body. */
const URL_ENCODED_BYTES = 3;

const LIMITS = {
  fields: MAX_FIELDS_PER_POST,
  files: MAX_FILES_PER_POST,
  parts: MAX_FIELDS_PER_POST + MAX_FILES_PER_POST,
  fieldNameSize: MAX_FIELD_NAME_BYTES,
  fieldSize: MAX_FIELD_BYTES,
  fieldNestingDepth: 0,
  fieldArrayIndexLimit: 0,
};

/**
 * Passes files on as they come in, and discards those of other fields, or all without an `intake`. A bad file is a problem of its own
 * and no error: the others are kept.
 */
const engineOf = (intake?: FileIntake): StorageEngine => ({
  _handleFile(request, { fieldname, originalname, stream }, done) {
    endWithRequest(request, stream);
    const isTaken = intake !== undefined && fieldname === FILES_FIELD;
    const taken = isTaken ? intake.take(originalname, stream) : finished(stream.resume());
    taken.then(() => done(null, {}), done);
  },
  /** What was kept stays, also where the rest of the POST fails. */
  _removeFile(_request, _file, done) {
    done(null);
  },
});

/** Reads texts, and files if there is an `intake`. */
const parseMultipart = (intake?: FileIntake) => {
  const options = {
    storage: engineOf(intake),
    defParamCharset: 'utf8',
    limits: LIMITS,
    streamHandler: pipeTexts,
  };
  return multer(options).any();
};

/** Lets a text pass that busboy has cut, because multer would end the POST there; ends it at `MAX_TEXT_BYTES` instead. */
function pipeTexts(request: Request, parser: Writable): void {
  let bytes = 0;
  parser.prependListener('field', (_name: string, text: string, info: { valueTruncated: boolean }) => {
    bytes += Buffer.byteLength(text);
    info.valueTruncated = bytes > MAX_TEXT_BYTES;
  });
  request.pipe(parser);
}

const parseUrlEncoded = express.urlencoded({
  extended: false,
  limit: URL_ENCODED_BYTES * MAX_TEXT_BYTES,
  parameterLimit: MAX_FIELDS_PER_POST,
});

/** Reads the texts of a POST into `request.body`, and files by `intake`. Resolves with the first error. */
export function parseBody({ request, response }: Visit, intake?: FileIntake): Promise<unknown> {
  const parse = request.is('multipart/form-data') ? parseMultipart(intake) : parseUrlEncoded;
  return new Promise((resolve) => parse(request, response, resolve));
}

/**
 * Reads the body of a POST: files go into the draft while they come in, `request.body` gets the texts. Rejects what is no form,
 * and what ends too early: what came before is there then, too.
 */
export async function readBody(
  visit: Visit,
  admit: () => Promise<Draft | undefined>,
  takesFiles: boolean,
): Promise<TakenFiles> {
  const { services, request } = visit;
  const isMultipart = request.is('multipart/form-data');
  if (isMultipart && !BOUNDARY.test(request.get('Content-Type') ?? '')) throw new Failure('badRequest');
  if (!isMultipart && !request.is('application/x-www-form-urlencoded')) throw new Failure('unknownForm');
  const { store, checkers, virusScan, quotas, metrics } = services;
  const intake = createFileIntake({ store, checkers, virusScan, metrics, quotas }, admit);
  if (request.get(RETRY_HEADER) !== undefined) metrics.uploads.inc({ event: 'retried' });
  limitBytes(request);
  // The parser may report a line that is cut after something else: the first report counts.
  const error = await parseBody(visit, takesFiles ? intake : undefined);
  const { files, problems, failure } = await intake.settled();
  return { files, problems: error ? [...problems, problemOf(error)] : problems, failure };
}

/** The parser of the body forgets a file that begins behind the end of the form: nobody else would ever end it. */
function endWithRequest(request: Request, stream: Readable): void {
  let wasStuck = false;
  const timer = setInterval(() => {
    // A file may wait, unread, for the judgement of those before it.
    const isRead = stream.readableFlowing !== null;
    const isStuck = request.complete && isRead && stream.readableLength === 0;
    if (isStuck && wasStuck) stream.destroy(new Error('a file without an end'));
    wasStuck = isStuck;
  }, STUCK_MS);
  stream.once('close', () => clearInterval(timer));
}

/** Ends a body that is too long: it need not say how long it is. */
function limitBytes(request: Request): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_POST_BYTES) request.destroy(new Failure('formTooLarge'));
  });
}

/** Texts and files beyond a limit are problems of their fields; all else that a browser would not send is a bad request. */
function problemOf(cause: unknown): Problem {
  if (cause instanceof multer.MulterError) {
    const field = textFields.find((name) => name === cause.field);
    if (cause.code === 'LIMIT_FIELD_VALUE' && field) return tooLongProblem(field);
    if (cause.code === 'LIMIT_FILE_COUNT') return { field: 'declareFile', code: 'tooManyFiles' };
  }
  throw new Failure('badRequest', { cause });
}
