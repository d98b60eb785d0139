import type { Readable } from 'node:stream';
import type { Request, RequestHandler } from 'express';
import multer from 'multer';
import { SiteError } from '../../../lib/failures.ts';
import { MAX_BODY_MS, MAX_POST_BYTES, MAX_UNSTORED_BYTES } from '../../rules/limits.ts';
import type { Problem } from '../../rules/problems.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import { createFileReceiver, type ReceivedFiles } from '../../uploads/file-receiver.ts';
import { uploadClientOf } from '../../uploads/store-file.ts';
import type { FormRequest } from '../form-request.ts';
import { isMultipart, parseForm } from './parse-body.ts';

type Reading = {
  /** Finds or begins the draft for the files. Without it, they are discarded. */
  open?: () => Promise<Draft | undefined>;
  /** Stops after `MAX_UNSTORED_BYTES`. Fields precede files. */
  isBounded?: boolean;
};

/** `request.body` receives the values. Rejects if the body is not a form or is truncated, and then keeps what arrived. */
export async function readForm(form: FormRequest, { open, isBounded }: Reading): Promise<ReceivedFiles> {
  const { services, request, response } = form;
  if (!isMultipart(request) && !request.is('application/x-www-form-urlencoded'))
    throw new SiteError('unknownForm');
  const client = uploadClientOf(request, response);
  const receiver = createFileReceiver(services, client, open ?? (async () => undefined));
  const stopped = Promise.withResolvers<void>();
  let lastFile: Readable | undefined;
  const { texts, done } = parseForm(form, (name, stream) => {
    lastFile = stream;
    return receiver.add(name, stream);
  });
  const isFileArriving = () => lastFile?.readable === true;

  function stop(): void {
    request.unpipe();
    if (isFileArriving()) lastFile?.destroy(new Error('the rest is not read'));
    stopped.resolve();
  }

  limitBody(request, {
    maxBytes: isBounded ? MAX_UNSTORED_BYTES : MAX_POST_BYTES,
    isFileArriving: () => open !== undefined && isFileArriving(),
    onExceeded: (kind) => (isBounded ? stop() : request.destroy(new SiteError(kind))),
  });
  const error = await Promise.race([done, stopped.promise]);
  const { files, problems, failure } = await receiver.finish();
  return { files, problems: [...problems, ...texts.problems(), ...toProblems(error)], failure };
}

type BodyLimits = {
  maxBytes: number;
  isFileArriving: () => boolean;
  onExceeded: (kind: 'formTooLarge' | 'requestTimeout') => void;
};

/** Limits body size and time, even of chunked bodies, which do not declare a length. An arriving file extends the time. */
export function limitBody(request: Request, { maxBytes, isFileArriving, onExceeded }: BodyLimits): void {
  let bytes = 0;
  function end(): void {
    clearTimeout(timer);
    request.off('data', count);
  }
  function exceed(kind: 'formTooLarge' | 'requestTimeout'): void {
    end();
    onExceeded(kind);
  }
  function count(chunk: Buffer): void {
    bytes += chunk.length;
    if (isFileArriving()) timer.refresh();
    if (bytes > maxBytes) exceed('formTooLarge');
  }
  const timer = setTimeout(() => {
    // The server delays a body while it checks earlier files.
    if (request.socket.isPaused()) timer.refresh();
    else exceed('requestTimeout');
  }, MAX_BODY_MS).unref();
  request.on('data', count).once('end', end).once('close', end);
}

export const rejectTooLarge: RequestHandler = (request, _response, next) => {
  if (Number(request.get('Content-Length') ?? 0) > MAX_POST_BYTES) throw new SiteError('formTooLarge');
  next();
};

/** No browser causes other errors than too many files. */
function toProblems(cause: unknown): Problem[] {
  if (!cause) return [];
  if (cause instanceof multer.MulterError && cause.code === 'LIMIT_FILE_COUNT')
    return [{ field: 'declareFile', code: 'tooManyFiles' }];
  throw new SiteError('badRequest', { cause });
}
