/**
 * Everything that can go wrong, one row each: the status an answer gets, how loudly it is logged, and the
 * catalogue key of its message. No other file names a status of 400 or more.
 */
export const failures = {
  unreachable: { status: 500, level: 'error', message: '500errorMsg' },
  timeout: { status: 500, level: 'error', message: '500errorMsg' },
  badStatus: { status: 500, level: 'error', message: '500errorMsg' },
  tooLarge: { status: 500, level: 'error', message: '500errorMsg' },
  notJson: { status: 500, level: 'error', message: '500errorMsg' },
  notEnvelope: { status: 500, level: 'error', message: '500errorMsg' },
  noData: { status: 500, level: 'error', message: '500errorMsg' },
  /** The backend answered with an envelope code of its own: that code is the status. */
  backendCode: { status: 500, level: 'warn', message: '500errorMsg' },
  /** The backend says that there is no such article. */
  noArticle: { status: 404, level: 'info', message: '404errorDes' },
  notFound: { status: 404, level: 'info', message: '404errorDes' },
  /** An asset that the site does not pass on: of a host that it must not ask, or no file at all. */
  refusedAsset: { status: 404, level: 'info', message: '404errorDes' },
  badAddress: { status: 400, level: 'info', message: 'errorDesc' },
  addressTooLong: { status: 414, level: 'info', message: 'errorDesc' },
  methodNotAllowed: { status: 405, level: 'info', message: 'errorDesc' },
  badRequest: { status: 400, level: 'info', message: 'errorDesc' },
  requestTimeout: { status: 408, level: 'info', message: 'errorDesc' },
  badRange: { status: 416, level: 'info', message: 'errorDesc' },
  /** What was typed does not fit the form's rules: the form comes back. */
  invalid: { status: 422, level: 'info', message: 'errorDesc' },
  crossSite: { status: 403, level: 'info', message: 'errorDesc' },
  /** A form without the token that this site signed. */
  unsignedForm: { status: 403, level: 'info', message: 'errorDesc' },
  formClosed: { status: 403, level: 'info', message: 'errorDesc' },
  formTooLarge: { status: 413, level: 'info', message: 'errorDesc' },
  /** What a program sent, other than a form. */
  bodyTooLarge: { status: 413, level: 'info', message: 'errorDesc' },
  unknownForm: { status: 415, level: 'info', message: 'errorDesc' },
  /** A resumable upload by another version of its protocol than the one there is. */
  unknownProtocol: { status: 412, level: 'info', message: 'errorDesc' },
  tooMany: { status: 429, level: 'info', message: 'errorDesc' },
  /** The disk, the database or the store of files does not do its part. */
  storage: { status: 503, level: 'error', message: '500errorMsg' },
  /** The disk takes no more files; texts are still kept. */
  noSpace: { status: 507, level: 'error', message: '500errorMsg' },
  /** More is asked for at once than can be made. */
  busy: { status: 503, level: 'warn', message: 'errorDesc' },
  gone: { status: 410, level: 'info', message: '404errorDes' },
  notReady: { status: 503, level: 'warn', message: 'errorDesc' },
  internal: { status: 500, level: 'error', message: '500errorMsg' },
} as const satisfies Record<string, { status: number; level: 'info' | 'warn' | 'error'; message: string }>;

export type FailureKind = keyof typeof failures;

const FIRST_ERROR_STATUS = 400;
const FIRST_SERVER_STATUS = 500;
const LAST_STATUS = 599;

type FailureOptions = { cause?: unknown; code?: number; detail?: string };

/** A failure with its row; `code` is the backend's envelope code where there is one. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly status: number;

  constructor(kind: FailureKind, { cause, code, detail }: FailureOptions = {}) {
    super(detail ? `${kind}: ${detail}` : kind, { cause });
    this.name = 'Failure';
    this.kind = kind;
    this.status = code ?? failures[kind].status;
  }
}

/** The HTTP status for a failure's status: the same where it is 400 to 599, else 500. */
export const httpStatus = (status: number): number =>
  Number.isInteger(status) && status >= FIRST_ERROR_STATUS && status <= LAST_STATUS
    ? status
    : failures.internal.status;

export const isNotFound = (status: number): boolean => status === failures.notFound.status;

/** Whether a file's server says that there is none. */
export const isGone = (status: number): boolean => isNotFound(status) || status === failures.gone.status;

export const isBadRange = (status: number): boolean => status === failures.badRange.status;

export const isServersFault = (status: number): boolean => status >= FIRST_SERVER_STATUS;

/** Whether the object store says that the same request may succeed later. */
export const isWorthAnotherTry = (status: number): boolean =>
  isServersFault(status) || MAY_TAKE_IT_LATER.includes(status);

/** How a receiver of applications says that it has this one already, and that it may take it later. */
const HAS_IT_ALREADY = 409;
const MAY_TAKE_IT_LATER = [408, 425, 429];

/** What a receiver's status says of an application that was sent to it. */
export function receptionOf(status: number): 'taken' | 'known' | 'again' | 'refused' {
  if (isTaken(status)) return 'taken';
  if (status === HAS_IT_ALREADY) return 'known';
  const isItsRefusal =
    status >= FIRST_ERROR_STATUS && status < FIRST_SERVER_STATUS && !MAY_TAKE_IT_LATER.includes(status);
  return isItsRefusal ? 'refused' : 'again';
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

/** Whether the backend says that the address names no article. */
export const isNoArticle = (error: unknown): boolean =>
  error instanceof Failure && error.kind === 'noArticle';

/** Codes 400 to 499, and that there is no article, are the backend's word: no older answer may stand in for them. */
export const isBackendsWord = (error: unknown): boolean =>
  isNoArticle(error) ||
  (error instanceof Failure &&
    error.kind === 'backendCode' &&
    error.status >= FIRST_ERROR_STATUS &&
    error.status < FIRST_SERVER_STATUS);

/** The catalogue key of what programs are told of a status. */
export const errorMessageKey = (status: number): '404errorDes' | '500errorMsg' =>
  isNotFound(status) ? '404errorDes' : '500errorMsg';

/** The catalogue key of the text that an error page shows for a status. */
export function errorTextKey(status: number): '404errorDes' | '500errorDes' | 'errorDesc' {
  if (isNotFound(status)) return '404errorDes';
  return status >= FIRST_SERVER_STATUS && status <= LAST_STATUS ? '500errorDes' : 'errorDesc';
}

/** How the database says that it failed, and the system that a disk is full, broken or closed to writing, or that there are too many files open. */
const STORAGE_CODES = ['ERR_SQLITE_ERROR', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'];

/** Any thrown value as a `Failure`; Express's own request errors (bad escapes) keep being the client's. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const status = (error as { status?: unknown } | null)?.status;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && STORAGE_CODES.includes(code))
    return new Failure('storage', { cause: error });
  const isClientError =
    typeof status === 'number' && status >= FIRST_ERROR_STATUS && status < FIRST_SERVER_STATUS;
  return new Failure(isClientError ? 'badRequest' : 'internal', { cause: error });
}

/** A failed request to another server. `path` names it in the log. */
export function asRequestFailure(error: unknown, path: string): Failure {
  if (error instanceof Failure) return error;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return new Failure(isTimeout ? 'timeout' : 'unreachable', { cause: error, detail: path });
}
