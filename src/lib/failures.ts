/** Kinds of failure with response status and log level. */
export const failures = {
  unreachable: { status: 500, level: 'error' },
  timeout: { status: 500, level: 'error' },
  badStatus: { status: 500, level: 'error' },
  tooLarge: { status: 500, level: 'error' },
  notJson: { status: 500, level: 'error' },
  notEnvelope: { status: 500, level: 'error' },
  noData: { status: 500, level: 'error' },
  /** The backend responded with an error code in its envelope, which becomes the status. */
  backendCode: { status: 500, level: 'warn' },
  contentFile: { status: 500, level: 'error' },
  noArticle: { status: 404, level: 'info' },
  notFound: { status: 404, level: 'info' },
  /** The host or type of a file is not allowed. */
  refusedMedia: { status: 404, level: 'info' },
  badUrl: { status: 400, level: 'info' },
  urlTooLong: { status: 414, level: 'info' },
  methodNotAllowed: { status: 405, level: 'info' },
  badRequest: { status: 400, level: 'info' },
  requestTimeout: { status: 408, level: 'info' },
  badRange: { status: 416, level: 'info' },
  invalid: { status: 422, level: 'info' },
  crossSite: { status: 403, level: 'info' },
  unsignedForm: { status: 403, level: 'info' },
  formClosed: { status: 403, level: 'info' },
  formTooLarge: { status: 413, level: 'info' },
  /** Limit of other bodies. */
  bodyTooLarge: { status: 413, level: 'info' },
  unknownForm: { status: 415, level: 'info' },
  /** Unsupported version of tus. */
  unknownProtocol: { status: 412, level: 'info' },
  tooMany: { status: 429, level: 'info' },
  /** Disk, database or file store failed. */
  storage: { status: 503, level: 'error' },
  /** The disk has too little space for files; texts are still stored. */
  noSpace: { status: 507, level: 'error' },
  /** Too many concurrent requests for expensive work. */
  busy: { status: 503, level: 'warn' },
  gone: { status: 410, level: 'info' },
  notReady: { status: 503, level: 'warn' },
  internal: { status: 500, level: 'error' },
} as const satisfies Record<string, { status: number; level: 'info' | 'warn' | 'error' }>;

export type FailureKind = keyof typeof failures;

const FIRST_ERROR_STATUS = 400;
const FIRST_SERVER_ERROR_STATUS = 500;
const LAST_STATUS = 599;

type FailureOptions = {
  cause?: unknown;
  code?: number;
  detail?: string;
  /** Catalogue key of the error page's text, if the status does not determine it. */
  text?: 'submissionFailed' | 'receiptLinkCut' | 'receiptLinkExpired';
};

/** `code`, the error code of the backend's envelope, becomes the status. */
export class SiteError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly envelopeCode?: number;
  readonly detail?: string;
  readonly text?: FailureOptions['text'];

  constructor(kind: FailureKind, { cause, code, detail, text }: FailureOptions = {}) {
    super(detail ? `${kind}: ${detail}` : kind, { cause });
    this.name = 'SiteError';
    this.kind = kind;
    this.envelopeCode = code;
    this.detail = detail;
    this.status = code ?? failures[kind].status;
    this.text = text;
  }
}

/** Returns the status itself if it is 400 to 599, otherwise 500. */
export const httpStatus = (status: number): number =>
  Number.isInteger(status) && status >= FIRST_ERROR_STATUS && status <= LAST_STATUS
    ? status
    : failures.internal.status;

export const isNotFound = (status: number): boolean => status === failures.notFound.status;

/** Returns whether a server reports that a file or article does not exist. */
export const isGone = (status: number): boolean => isNotFound(status) || status === failures.gone.status;

/** Returns whether a store rejects a URL, whose signature may have expired. */
export const isForbidden = (status: number): boolean => status === 401 || status === 403;

export const isBadRange = (status: number): boolean => status === failures.badRange.status;

export const isServerError = (status: number): boolean => status >= FIRST_SERVER_ERROR_STATUS;

export const isNoArticle = (error: unknown): boolean =>
  error instanceof SiteError && error.kind === 'noArticle';

/** Returns whether the backend responded with data that the contract does not allow. */
export const isNoData = (error: unknown): boolean => error instanceof SiteError && error.kind === 'noData';

/** Returns whether the backend has no article with an id. It rejects ids of another form with the code 400. */
export const isUnknownArticle = (error: unknown): boolean =>
  isNoArticle(error) ||
  (error instanceof SiteError && error.kind === 'backendCode' && error.status === failures.badRequest.status);

/** Returns the catalogue key of the message in JSON responses. An envelope's code does not describe the requested URL. */
export const errorMessageKey = ({ envelopeCode, status }: SiteError): '404errorDes' | '500errorMsg' =>
  isNotFound(status) && envelopeCode === undefined ? '404errorDes' : '500errorMsg';

/** Returns the catalogue key of the text on error pages. */
export function errorTextKey(status: number): '404errorDes' | '500errorDes' | 'errorDesc' {
  if (isNotFound(status)) return '404errorDes';
  return status >= FIRST_SERVER_ERROR_STATUS && status <= LAST_STATUS ? '500errorDes' : 'errorDesc';
}

/** Error codes of SQLite, of a full, broken or read-only disk, and of too many open files. */
const STORAGE_CODES = ['ERR_SQLITE_ERROR', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'];

/** Returns whether the machine failed, not the input: the same operation may succeed later. */
export const isStorageError = (error: unknown): boolean =>
  STORAGE_CODES.includes(String((error as { code?: unknown } | null)?.code));

/** Converts any thrown value. Express's own request errors stay client errors. */
export function toSiteError(error: unknown): SiteError {
  if (error instanceof SiteError) return error;
  const status = (error as { status?: unknown } | null)?.status;
  if (isStorageError(error)) return new SiteError('storage', { cause: error });
  const isClientError =
    typeof status === 'number' && status >= FIRST_ERROR_STATUS && status < FIRST_SERVER_ERROR_STATUS;
  if (!isClientError) return new SiteError('internal', { cause: error });
  if (isBadRange(status)) return new SiteError('badRange', { cause: error });
  // Express decodes parameters as UTF-8 only.
  return new SiteError(error instanceof URIError ? 'notFound' : 'badRequest', { cause: error });
}

/** Converts the error of a request to another server. `path` is for the log. */
export function toRequestError(error: unknown, path: string): SiteError {
  if (error instanceof SiteError) return error;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return new SiteError(isTimeout ? 'timeout' : 'unreachable', { cause: error, detail: path });
}

/** Describes an error and its cause: `unreachable: /event/list (connect ECONNREFUSED 127.0.0.1:1)`. */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error ? (thrown.cause.cause ?? thrown.cause) : undefined;
  const detail = cause instanceof Error ? cause.message : '';
  return thrown.message.includes(detail) ? thrown.message : `${thrown.message} (${detail})`;
}

/** Thrown if a remote service does not respond but may respond later. Not used for invalid settings. */
export class UnavailableError extends Error {}
