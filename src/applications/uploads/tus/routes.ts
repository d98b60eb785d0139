import type { Locker, Server } from '@tus/server';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { findRequestingSite } from '../../../http/middleware/cross-site.ts';
import { isFragmentRequest } from '../../../http/middleware/request-url.ts';
import {
  errorTextKey,
  type FailureKind,
  failures,
  httpStatus,
  SiteError,
  toSiteError,
} from '../../../lib/failures.ts';
import type { Services } from '../../../services.ts';
import { renderFiles } from '../../../site/layout/render.tsx';
import { type FormRequest, readFormRequest } from '../../form/form-request.ts';
import { formatProblem, loadFileModels } from '../../form/page/form-page.ts';
import { openDraft } from '../../form/submission/open-draft.ts';
import { parseSubmitKey } from '../../form/submission/submission.ts';
import { NEEDS_FORM, PROBLEM_HEADER, SUBMIT_KEY_HEADER } from '../../rules/form-protocol.ts';
import { CLIENT_LIMITS, MAX_FILE_BYTES, MAX_METADATA_BYTES } from '../../rules/limits.ts';
import { type FileCode, RefusedFileError } from '../../rules/problems.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import { uploadClientOf } from '../store-file.ts';
import { adaptToTus, createLocker, TUS_EXTENSIONS } from './tus-server.ts';

/** The only supported version of https://tus.io/protocols/resumable-upload. */
const TUS_VERSION = '1.0.0';

const OVERRIDABLE_METHODS = ['PATCH', 'DELETE'];

/** Failure kinds of refused files. All other codes are `invalid`. */
const REFUSAL_KINDS: Partial<Record<FileCode, FailureKind>> = {
  fileTooBig: 'formTooLarge',
  diskFull: 'noSpace',
  tooManyFiles: 'tooMany',
  addressFull: 'tooMany',
};

/** Keys of messages for the applicant. */
const TEXTS: Partial<Record<FailureKind, string>> = {
  tooMany: CLIENT_LIMITS.uploads.message,
  formClosed: 'closedText',
};

/** tus 1.0 requires `X-HTTP-Method-Override`, for proxies that only pass GET and POST. */
export const overrideMethod: RequestHandler = (request, _response, next) => {
  const method = request.get('X-HTTP-Method-Override')?.toUpperCase() ?? '';
  if (request.method === 'POST' && OVERRIDABLE_METHODS.includes(method)) request.method = method;
  next();
};

export const sendProtocol: RequestHandler = (_request, response) => {
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

export function handleUploads(services: Services): RequestHandler {
  const locker = createLocker();
  return async (request, response) => {
    checkProtocol(request);
    response.set('Cache-Control', 'no-store');
    const isCreation = request.method === 'POST';
    const form = await readFormRequest(services, request, response, { isReadOnly: !isCreation });
    if (form.session.failure) throw new SiteError('storage', { cause: form.session.failure });
    const draft = isCreation ? await openUploadDraft(form) : await findUploadDraft(form);
    adaptToTus(request, response);
    const server = await createServer(form, draft, locker);
    await server.handle(request, response);
  };
}

function checkProtocol(request: Request): void {
  if (request.get('Tus-Resumable') !== TUS_VERSION) throw new SiteError('unknownProtocol');
  if (request.method === 'PATCH' && !request.is('application/offset+octet-stream'))
    throw new SiteError('unknownForm');
  if ((request.get('Upload-Metadata') ?? '').length > MAX_METADATA_BYTES) throw new SiteError('badRequest');
}

/** Finds or begins the draft of a new upload. Rejects requests of unknown origin: the protocol has no form token. */
async function openUploadDraft(form: FormRequest): Promise<Draft> {
  const { services, request } = form;
  if (findRequestingSite(request, services.config.siteUrl) === 'unknown') throw new SiteError('crossSite');
  const intake = await services.requestContexts.contextOf(request).reader.intake();
  if (!intake.enabled) throw new SiteError('formClosed');
  const submitKey = parseSubmitKey(request.get(SUBMIT_KEY_HEADER));
  // A form begins its draft with a POST, which has a lower rate limit.
  const mayBegin = form.session.id !== undefined && submitKey !== undefined;
  const opened = await openDraft(form, submitKey, { mayBegin });
  if (opened.draft) return opened.draft;
  if (opened.found.sent) throw new SiteError('gone');
  if (opened.reason) throw new SiteError('tooMany');
  throw new RefusedFileError('fileLost');
}

/** Rejects if the draft is not the session's. */
async function findUploadDraft({ services, request, session }: FormRequest): Promise<Draft> {
  const { id } = request.params;
  const draft = typeof id === 'string' ? await services.store.resumableUploads.draftOf(id) : undefined;
  if (!draft?.session || draft.session !== session.id) throw new SiteError('notFound');
  return draft;
}

/** Creates a tus server (https://tus.io/protocols/resumable-upload) for one request. Imports its packages on first use. */
async function createServer(form: FormRequest, draft: Draft, locker: Locker): Promise<Server> {
  const [{ ERRORS, Server }, { createDraftStore }] = await Promise.all([
    import('@tus/server'),
    import('./draft-store.ts'),
  ]);
  const { services, request, response, node } = form;
  const onResumed = (offset: number) => void response.set('Upload-Offset', `${offset}`);
  return new Server({
    path: '/uploads',
    datastore: createDraftStore(services, draft, uploadClientOf(request, response), onResumed),
    locker,
    // A preempted holder stores the received bytes and does not wait for more.
    lockDrainTimeout: 1,
    maxSize: MAX_FILE_BYTES,
    allowedOrigins: () => false,
    getFileIdFromRequest: () => request.params.id as string | undefined,
    generateUrl: (_request, { id }) => `${node.path}/uploads/${id}`,
    onResponseError(_request, error) {
      if (error === ERRORS.ERR_MAX_SIZE_EXCEEDED)
        return recordUploadFailure(request, response, new RefusedFileError('fileTooBig'));
      return isProtocolError(error) ? error : recordUploadFailure(request, response, error);
    },
    onUploadFinish: () => createFileList(form, draft),
  });
}

/** Returns the draft's file list for the form's script, or the protocol's default response for other clients. */
async function createFileList({ services, request }: FormRequest, draft: Draft) {
  if (!isFragmentRequest(request)) return {} as ProtocolResponse;
  const files = await loadFileModels(services.store, request.t, draft.id);
  return {
    status_code: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: renderFiles(files, request.lng),
  };
}

type ProtocolResponse = { status_code: number; body: string };
const isProtocolError = (error: unknown): error is ProtocolResponse =>
  typeof (error as Partial<ProtocolResponse> | null)?.status_code === 'number';

/** Records a failure for the request log and converts it to a response. `PROBLEM_HEADER` marks a message for the applicant. */
function recordUploadFailure(request: Request, response: Response, error: unknown): ProtocolResponse {
  const { t } = request;
  const refusal = error instanceof RefusedFileError ? error.refusal : undefined;
  const failure = refusal ? new SiteError(REFUSAL_KINDS[refusal.code] ?? 'invalid') : toSiteError(error);
  const { kind, status } = failure;
  request.failure = failure;
  if (kind === 'gone' || refusal?.code === 'fileLost') response.set(PROBLEM_HEADER, NEEDS_FORM);
  else if (refusal || TEXTS[kind]) response.set(PROBLEM_HEADER, '1');
  const body = refusal
    ? formatProblem(t, { field: 'declareFile', ...refusal })
    : t(TEXTS[kind] ?? errorTextKey(status));
  return { status_code: httpStatus(status), body };
}

export const sendPlainError: ErrorRequestHandler = (error, request: Request, response: Response, next) => {
  if (response.headersSent) return next(error);
  const { status_code: status, body } = recordUploadFailure(request, response, error);
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store', 'Content-Language': request.lng, 'Tus-Resumable': TUS_VERSION });
  if (status === failures.unknownProtocol.status) response.set('Tus-Version', TUS_VERSION);
  response.type('text/plain; charset=utf-8').send(body);
};
