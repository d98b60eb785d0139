import pg from 'pg';
import { SiteError, UnavailableError } from '../../../lib/failures.ts';
import { errorCodeOf } from '../../../lib/files.ts';

/** A failed query or connection, with the message and `code` from its cause, the driver's error. */
export class DatabaseError extends SiteError {
  readonly code: unknown;

  constructor(cause: Error & { code?: unknown }) {
    super('storage', { cause });
    this.name = 'DatabaseError';
    this.message = cause.message;
    this.code = cause.code;
  }
}

/** PostgreSQL's error code for an unknown database. */
const NO_DATABASE = '3D000';

/**
 * Error codes of temporary conditions (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection failure other
 * than a protocol violation, read-only, too many connections, timeout, lock not available, server shutting down or starting.
 */
const TRANSIENT_STATES = /^(?:08(?!P01)|25006|53|55P03|57)/u;
/** Error codes of temporary network failures. Excludes ENOTFOUND, because an unknown host is more likely a wrong setting. */
const TRANSIENT_NETWORK_ERRORS =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)$/u;
/** Messages of pg's errors without a code, for a server that is silent or closes the connection. */
const TRANSIENT_MESSAGES = /timeout|terminated/iu;

/** Converts a failure to one line that names `DATABASE_URL` without its password: `UnavailableError` if a retry may succeed. */
export function toDatabaseError(url: string, thrown: unknown): Error {
  const error = thrown instanceof DatabaseError ? thrown.cause : thrown;
  const { host, pathname, password } = new URL(url);
  const reason = oneLine(describeDriverError(error));
  const hidden = [password, decodeURIComponent(password)].filter(Boolean);
  const safe = hidden.reduce((text, secret) => text.replaceAll(secret, '***'), reason);
  const advice = errorCodeOf(error) === NO_DATABASE ? ': create it first' : '';
  const ErrorClass = isTransient(error) ? UnavailableError : Error;
  return new ErrorClass(`DATABASE_URL: ${host}${pathname}: ${safe}${advice}`, { cause: error });
}

function isTransient(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTransient);
  if (error instanceof pg.DatabaseError) return TRANSIENT_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error);
  return code === undefined ? TRANSIENT_MESSAGES.test(error.message) : TRANSIENT_NETWORK_ERRORS.test(code);
}

/** Describes an error. If a host has several addresses, Node throws an AggregateError without a message. */
function describeDriverError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeDriverError(error.errors[0]);
  return error instanceof Error ? error.message || String(errorCodeOf(error)) : String(error);
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
