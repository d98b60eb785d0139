import pg from 'pg';
import { SiteError, UnavailableError } from '../../../lib/failures.ts';

/** Error of a failed query or connection, with the message and `code` of the driver's error, which is its cause. */
export class DatabaseError extends SiteError {
  readonly code: unknown;

  constructor(cause: Error & { code?: unknown }) {
    super('storage', { cause });
    this.name = 'DatabaseError';
    this.message = cause.message;
    this.code = cause.code;
  }
}

/** PostgreSQL's error code for a database that does not exist. */
const NO_DATABASE = '3D000';

/**
 * Error codes of temporary conditions (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection failure other
 * than a protocol violation, read-only, too many connections, timeout, lock not available, server shutting down or starting.
 */
const TEMPORARY_STATES = /^(?:08(?!P01)|25006|53|55P03|57)/u;
/** Error codes of temporary network failures. Excludes ENOTFOUND, because an unknown host is more likely a wrong setting. */
const TEMPORARY_NETWORK_ERRORS =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)$/u;
/** Messages of pg's errors without a code, for a server that is silent or closes the connection. */
const TRANSIENT_ERROR_MESSAGES = /timeout|terminated/iu;

/**
 * Converts a failure to an error with one line that names `DATABASE_URL` without its password. Returns an `UnavailableError` if the
 * database may be available later.
 */
export function toDatabaseError(url: string, thrown: unknown): Error {
  const error = thrown instanceof DatabaseError ? thrown.cause : thrown;
  const { host, pathname, password } = new URL(url);
  const reason = oneLine(reasonOf(error));
  const hidden = [password, decodeURIComponent(password)].filter(Boolean);
  const safe = hidden.reduce((text, secret) => text.replaceAll(secret, '***'), reason);
  const place = `${host}${pathname}`;
  const advice = codeOf(error) === NO_DATABASE ? ': create it first' : '';
  const Kind = isTemporary(error) ? UnavailableError : Error;
  return new Kind(`DATABASE_URL: ${place}: ${safe}${advice}`, { cause: error });
}

function isTemporary(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isTemporary);
  if (error instanceof pg.DatabaseError) return TEMPORARY_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === undefined
    ? TRANSIENT_ERROR_MESSAGES.test(error.message)
    : TEMPORARY_NETWORK_ERRORS.test(String(code));
}

/** Describes an error. If a host has several addresses, Node throws an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || String(codeOf(error)) : String(error);
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
