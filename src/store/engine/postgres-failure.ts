import pg from 'pg';
import { AwayError } from '../../lib/unavailable-error.ts';
import { DatabaseFailure } from './database-failure.ts';

/** PostgreSQL's code for a database that is not there. */
const NO_DATABASE = '3D000';

/** What pg says where it is asked for a password that it has not got. */
const NO_PASSWORD = /client password must be a string/u;

/**
 * What passes without a change of the settings (https://www.postgresql.org/docs/current/errcodes-appendix.html): the connection
 * failed, it can only be read, too many connections, it took too long, somebody held a lock, the server stops or starts.
 */
const STATES_THAT_PASS = /^(?:08|25006|53|55P03|57)/u;
/** Codes of the network, of which an unknown name is none: it is more likely a wrong one. */
const LINES_THAT_PASS =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)$/u;
/** What pg says of a server that is silent or hangs up; it gives no code. */
const WORDS_THAT_PASS = /timeout|terminated/iu;

/**
 * Why the database cannot be used, in one line that names `DATABASE_URL` and never its password; an `AwayError` where it may be there
 * later.
 */
export function openFailure(url: string, thrown: unknown): Error {
  const error = thrown instanceof DatabaseFailure ? thrown.cause : thrown;
  const { host, pathname, password } = new URL(url);
  const reason = oneLine(reasonOf(error));
  const hidden = [password, decodeURIComponent(password)].filter(Boolean);
  const safe = hidden.reduce((text, secret) => text.replaceAll(secret, '***'), reason);
  const place = `${host}${pathname}`;
  const advice = codeOf(error) === NO_DATABASE ? ': create it first' : '';
  const Kind = passes(error) ? AwayError : Error;
  return new Kind(`DATABASE_URL: ${place}: ${safe}${advice}`, { cause: error });
}

function passes(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(passes);
  if (error instanceof pg.DatabaseError) return STATES_THAT_PASS.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === undefined ? WORDS_THAT_PASS.test(error.message) : LINES_THAT_PASS.test(String(code));
}

/** A name with several addresses fails with an error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error && NO_PASSWORD.test(error.message))
    return 'it asks for a password, and the URL has none';
  return error instanceof Error ? error.message || String(codeOf(error)) : String(error);
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
