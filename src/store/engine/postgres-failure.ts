/** PostgreSQL's code for a database that is not there. */
const NO_DATABASE = '3D000';

/** What pg says where it is asked for a password that it has not got. */
const NO_PASSWORD = /client password must be a string/u;

/** Why the database cannot be opened, in one line that names `DATABASE_URL` and never its password. */
export function openFailure(url: string, error: unknown): Error {
  const { host, pathname, password } = new URL(url);
  const reason = oneLine(reasonOf(error));
  const hidden = [password, decodeURIComponent(password)].filter(Boolean);
  const safe = hidden.reduce((text, secret) => text.replaceAll(secret, '***'), reason);
  const place = `${host}${pathname}`;
  const advice = codeOf(error) === NO_DATABASE ? ': create it first' : '';
  return new Error(`DATABASE_URL: ${place}: ${safe}${advice}`, { cause: error });
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
