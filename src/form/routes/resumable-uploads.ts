import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { cameFrom } from '../../http/middleware/cross-site.ts';
import { isFragmentAsked } from '../../http/middleware/fragment.ts';
import {
  asFailure,
  errorTextKey,
  Failure,
  type FailureKind,
  failures,
  httpStatus,
} from '../../lib/failures.ts';
import { renderFiles } from '../../pages/render.tsx';
import type { Draft } from '../../store/drafts/drafts.ts';
import { draftFiles } from '../draft-files.ts';
import { readKey } from '../posted.ts';
import { problemText } from '../problem-words.ts';
import { PROBLEM_HEADER, SUBMIT_KEY_HEADER } from '../rules/client-protocol.ts';
import { MAX_FILE_BYTES, MAX_METADATA_BYTES } from '../rules/limits.ts';
import type { FileCode } from '../rules/problems.ts';
import { UPLOAD_WAIT_MS } from '../uploads/file-intake.ts';
import { endPlainly } from '../uploads/tus/end-plainly.ts';
import { TUS_EXTENSIONS, TUS_VERSION } from '../uploads/tus/protocol.ts';
import { RefusedUpload } from '../uploads/tus/refused-upload.ts';
import { createTusServer } from '../uploads/tus/tus-server.ts';
import { draftOf, openDraft } from './open-draft.ts';
import { type FormServices, readVisit, type Visit } from './visit.ts';

/** What a proxy that lets only GET and POST through may hide. */
const HIDDEN_METHODS = ['PATCH', 'DELETE'];

/** The limits that a visitor meets by beginning too much. */
const QUOTAS: FileCode[] = ['tooManyFiles', 'draftFull', 'addressFull'];

/** A POST may stand for another method: see the protocol's `X-HTTP-Method-Override`. */
export const readOverride: RequestHandler = (request, _response, next) => {
  const method = request.get('X-HTTP-Method-Override')?.toUpperCase() ?? '';
  if (request.method === 'POST' && HIDDEN_METHODS.includes(method)) request.method = method;
  next();
};

/** Answers OPTIONS with what the site knows of the protocol; a session is not needed. */
export const tellProtocol: RequestHandler = (_request, response) => {
  response
    .status(204)
    .set({
      'Tus-Resumable': TUS_VERSION,
      'Tus-Version': TUS_VERSION,
      'Tus-Extension': TUS_EXTENSIONS.join(','),
      'Tus-Max-Size': `${MAX_FILE_BYTES}`,
    })
    .end();
};

/** Takes files piece by piece: tus 1.0 with creation, creation-with-upload, termination and expiration. */
export function answerUploads(services: FormServices): RequestHandler {
  return async (request, response) => {
    refuseUnknown(request);
    response.set('Cache-Control', 'no-store');
    const isCreation = request.method === 'POST';
    const visit = await readVisit(services, request, response, { onlyLooks: !isCreation });
    if (visit.sessionFailure) throw new Failure('storage', { cause: visit.sessionFailure });
    const draft = isCreation ? await admit(visit) : await draftOfUpload(visit);
    endPlainly(response);
    await createTusServer(partsOf(visit, draft)).handle(request, response);
  };
}

function refuseUnknown(request: Request): void {
  if (request.get('Tus-Resumable') !== TUS_VERSION) throw new Failure('unknownProtocol');
  if (request.method === 'PATCH' && !request.is('application/offset+octet-stream'))
    throw new Failure('unknownForm');
  if ((request.get('Upload-Metadata') ?? '').length > MAX_METADATA_BYTES) throw new Failure('badRequest');
}

/** Finds or begins the draft of a new upload. The protocol knows no token: who does not say where it comes from is refused. */
async function admit(visit: Visit): Promise<Draft> {
  const { services, request } = visit;
  if (cameFrom(request, services.config.siteUrl) === 'unknown') throw new Failure('crossSite');
  const window = await services.requestContexts.contextOf(request).reader.applicationWindow();
  if (!window.enabled) throw new Failure('formClosed');
  const admission = await openDraft(visit, readKey(request.get(SUBMIT_KEY_HEADER)), false);
  const draft = draftOf(admission);
  if (draft) return draft;
  if (admission.isCookieLost) throw new RefusedUpload({ code: 'fileLost' });
  throw new Failure(admission.sent === undefined ? 'tooMany' : 'gone');
}

/** The draft that an upload belongs to, if it is the session's. */
async function draftOfUpload({ services, request, session }: Visit): Promise<Draft | undefined> {
  const { id } = request.params;
  if (typeof id !== 'string' || session === undefined) return undefined;
  const draft = await services.store.resumableUploads.draftOf(id);
  return draft?.session === session ? draft : undefined;
}

function partsOf(visit: Visit, draft?: Draft) {
  const { services, request, response, node } = visit;
  const { store, checkers, virusScan, uploadLocker, quotas, metrics } = services;
  return {
    store,
    checkers,
    scan: (path: string) => virusScan.scanUpload(path, UPLOAD_WAIT_MS),
    metrics,
    quotas,
    locker: uploadLocker,
    draft,
    id: request.params.id as string | undefined,
    urlOf: (id: string) => `${node.path}/uploads/${id}`,
    onFound: (offset: number) => void response.set('Upload-Offset', `${offset}`),
    failed: (error: unknown) => answerOf(visit, error),
    finished: () => answerWhole(visit, draft),
  };
}

/** For the form's own script the list of files that the draft holds now; other clients get what the protocol says. */
async function answerWhole({ services, request }: Visit, draft?: Draft) {
  if (!isFragmentAsked(request) || !draft) return undefined;
  const files = await draftFiles(services.store, request.t, draft.id);
  return {
    status_code: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: renderFiles(files, request.lng),
  };
}

type ProtocolError = { status_code: number; body: string };
const isProtocolError = (error: unknown): error is ProtocolError =>
  typeof (error as Partial<ProtocolError> | null)?.status_code === 'number';

function answerOf({ request, response }: Visit, error: unknown): ProtocolError {
  if (isProtocolError(error)) return error;
  return failedWith(request, response, error);
}

/** Notes a failure of a request, and says whether its text is for the visitor. */
function failedWith(request: Request, response: Response, error: unknown): ProtocolError {
  const isRefused = error instanceof RefusedUpload;
  const failure = isRefused ? new Failure(kindOf(error.refusal.code)) : asFailure(error);
  request.failure = failure;
  if (isRefused || SAID.includes(failure.kind)) response.set(PROBLEM_HEADER, '1');
  const body = isRefused
    ? problemText(request.t, { field: 'declareFile', ...error.refusal })
    : wordsOf(request, failure);
  return { status_code: httpStatus(failure.status), body };
}

/** Failures that visitors themselves can do something about. */
const SAID: FailureKind[] = ['tooMany', 'gone', 'formClosed'];

function kindOf(code: FileCode): FailureKind {
  if (code === 'fileTooBig') return 'formTooLarge';
  if (code === 'diskFull') return 'noSpace';
  return QUOTAS.includes(code) ? 'tooMany' : 'invalid';
}

function wordsOf({ t }: Request, { kind, status }: Failure): string {
  switch (kind) {
    case 'tooMany':
      return t('uploadTooOften');
    case 'gone':
      return t('uploadGone');
    case 'formClosed':
      return t('closedText');
    default:
      return t(errorTextKey(status));
  }
}

/** Programs that send files are told of a failure in plain words. */
export const inWords: ErrorRequestHandler = (error, request: Request, response: Response, next) => {
  if (response.headersSent) return next(error);
  const { status_code: status, body } = failedWith(request, response, error);
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', 'Content-Language': request.lng, 'Tus-Resumable': TUS_VERSION });
  if (status === failures.unknownProtocol.status) response.set('Tus-Version', TUS_VERSION);
  response.type('text/plain; charset=utf-8').send(body);
};
