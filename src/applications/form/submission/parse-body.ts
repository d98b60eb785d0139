import type { Readable, Writable } from 'node:stream';
import express, { type Request, type RequestHandler } from 'express';
import multer, { type StorageEngine } from 'multer';
import { fields, type TextField, textFields } from '../../rules/fields.ts';
import { SHOWN_FILES } from '../../rules/form-protocol.ts';
import {
  MAX_FIELDS_PER_POST,
  MAX_FILE_NAME,
  MAX_FILES,
  MAX_FILES_PER_POST,
  MAX_TEXT_BYTES,
} from '../../rules/limits.ts';
import { type Problem, tooLongProblem } from '../../rules/problems.ts';
import { discardRest } from '../../uploads/store-file.ts';
import type { FormRequest } from '../form-request.ts';

const FILES_FIELD = 'declareFile';

const STUCK_CHECK_MS = 2500;

const URL_ENCODED_BYTES_PER_BYTE = 3;

const MULTER_LIMITS = {
  fields: MAX_FIELDS_PER_POST,
  files: MAX_FILES_PER_POST,
  parts: MAX_FIELDS_PER_POST + MAX_FILES_PER_POST,
  fieldSize: MAX_TEXT_BYTES,
};

/** Resolves when the file is stored or refused. */
type AddFile = (name: string, stream: Readable) => Promise<void>;

export const isMultipart = (request: Request): boolean => !!request.is('multipart/form-data');

/** `done` resolves with the first error, because the parser may report a lost connection after it. */
export function parseForm({ request, response }: FormRequest, addFile: AddFile) {
  const texts = createTextCollector();
  const parse = isMultipart(request) ? parseMultipart(texts, addFile) : parseUrlEncoded(texts);
  return { texts, done: new Promise<unknown>((resolve) => parse(request, response, resolve)) };
}

const createStorageEngine = (addFile: AddFile): StorageEngine => ({
  _handleFile(request, { fieldname, originalname, stream }, done) {
    destroyWhenStuck(request, stream);
    const received = fieldname === FILES_FIELD ? addFile(originalname, stream) : discardRest(stream);
    received.then(() => done(null, {}), done);
  },
  /** Stored files remain, even if the rest of the POST fails. */
  _removeFile(_request, _file, done) {
    done(null);
  },
});

/** The package's types lack `streamHandler`. */
type MulterOptions = multer.Options & { streamHandler: (request: Request, parser: Writable) => void };

function parseMultipart(texts: TextCollector, addFile: AddFile): RequestHandler {
  const options: MulterOptions = {
    storage: createStorageEngine(addFile),
    defParamCharset: 'utf8',
    limits: MULTER_LIMITS,
    /** Replaces multer's field handler, which aborts at a long value and does not limit all values together. */
    streamHandler(request, parser) {
      request.body = texts.values;
      parser.removeAllListeners('field');
      parser.on('field', (name: string | undefined, value: string, info: { valueTruncated: boolean }) => {
        if (name !== undefined) texts.add(name, value, info.valueTruncated);
      });
      request.pipe(parser);
    },
  };
  return multer(options).any();
}

const urlEncoded = express.urlencoded({
  extended: false,
  limit: URL_ENCODED_BYTES_PER_BYTE * MAX_TEXT_BYTES,
  parameterLimit: MAX_FIELDS_PER_POST,
});

const parseUrlEncoded =
  (texts: TextCollector): RequestHandler =>
  (request, response, next) =>
    urlEncoded(request, response, (error?: unknown) => {
      for (const [name, value] of Object.entries<string | string[]>(request.body ?? {}))
        for (const one of [value].flat()) texts.add(name, one);
      request.body = texts.values;
      next(error);
    });

/** The parser never ends a file stream that begins after the form's end. */
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

const BYTES_PER_CHARACTER = 4;
const MAX_CONTROL_BYTES = 512;
const MAX_FILE_ID_BYTES = 64;

/** Only the first value counts: later values must not change the draft. */
const FIRST_COUNTS = ['token', 'submitKey'];
const CONTROLS = [...FIRST_COUNTS, 'captcha', 'sealedCode', 'action', 'remove', 'privacyNotice'];

/** Bytes reserved for each field, so that a long text does not cost another field its value. */
const RESERVED_BYTES: ReadonlyMap<string, number> = new Map([
  ...textFields.map((name) => [name, fields[name].max * BYTES_PER_CHARACTER] as const),
  ...CONTROLS.map((name) => [name, MAX_CONTROL_BYTES] as const),
  [SHOWN_FILES, MAX_FILES * (MAX_FILE_ID_BYTES + MAX_FILE_NAME * BYTES_PER_CHARACTER)],
]);
const SHARED_BYTES = MAX_TEXT_BYTES - RESERVED_BYTES.values().reduce((sum, bytes) => sum + bytes, 0);

type TextCollector = ReturnType<typeof createTextCollector>;

/** Collects the form's fields while they arrive, at most `MAX_TEXT_BYTES` in all. Ignores unknown fields. */
export function createTextCollector() {
  const values: Record<string, string> = {};
  const truncated = new Set<string>();
  const shares = new Map<string, number>();
  let sharedBytes = SHARED_BYTES;
  return {
    values,

    /** Adds or replaces a value. Truncates it to the field's reserved and the shared bytes. */
    add(name: string, value: string, isTruncated = false): void {
      const reserved = RESERVED_BYTES.get(name);
      if (reserved === undefined || (FIRST_COUNTS.includes(name) && name in values)) return;
      sharedBytes += shares.get(name) ?? 0;
      const { text, bytes } = truncateToBytes(value, reserved + sharedBytes);
      const share = Math.max(0, bytes - reserved);
      shares.set(name, share);
      sharedBytes -= share;
      values[name] = text;
      if (isTruncated || text.length < value.length) truncated.add(name);
      else truncated.delete(name);
    },

    problems: (): Problem[] =>
      [...truncated].filter((name): name is TextField => name in fields).map(tooLongProblem),
  };
}

/** Copies the text: a slice would keep all of it in memory. */
function truncateToBytes(value: string, maxBytes: number): { text: string; bytes: number } {
  const bytes = Buffer.byteLength(value);
  if (bytes <= maxBytes) return { text: value, bytes };
  const buffer = Buffer.alloc(maxBytes);
  const written = buffer.write(value);
  return { text: buffer.toString('utf8', 0, written), bytes: written };
}
