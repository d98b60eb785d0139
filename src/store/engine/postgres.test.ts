import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { ask, USER_WITH_PASSWORD } from '../../../test/support/postgres.ts';
import { checkVersion, openPostgres } from './postgres.ts';
import { toDatabaseError } from './postgres-failure.ts';
import { MAX_CONNECTIONS } from './postgres-pool.ts';

const WAIT_MS = 1000;
const shared = () => inject('postgres')?.url ?? '';

async function open(url: string) {
  const db = openPostgres(url, { waitMs: WAIT_MS });
  onTestFinished(() => db.destroy());
  await sql`select 1`.execute(db);
  return db;
}

/** Error message for a changed URL of the server. */
async function refusal(change: (url: URL) => void): Promise<string> {
  const url = new URL(shared());
  change(url);
  return open(url.href).then(
    () => 'opened',
    (error: Error) => error.message.replace(`:${url.port}/`, ':PORT/'),
  );
}

describe('PostgreSQL that cannot be opened', () => {
  it('does not listen', async () => {
    const message = await refusal((url) => {
      url.port = '1';
    });
    expect(message).toMatch(/^DATABASE_URL: 127\.0\.0\.1:PORT\/postgres: connect ECONNREFUSED [^\n]*$/u);
  });

  it('refuses the password, which is not revealed', async () => {
    await ask(shared(), `create role ${USER_WITH_PASSWORD} login password 'right'`);
    onTestFinished(async () => void (await ask(shared(), `drop role ${USER_WITH_PASSWORD}`)));
    const withPassword = (password: string) =>
      refusal((url) => {
        url.username = USER_WITH_PASSWORD;
        url.password = password;
      });
    expect(await withPassword('right')).toBe('opened');
    expect(await withPassword('wr%6Fng')).toBe(
      `DATABASE_URL: 127.0.0.1:PORT/postgres: password authentication failed for user "${USER_WITH_PASSWORD}"`,
    );
    expect(await withPassword('')).toMatch(/: the server requires a password, and the URL has none$/u);
  });

  it('has no such database', async () => {
    const message = await refusal((url) => {
      url.pathname = '/nothing';
    });
    expect(message).toBe(
      'DATABASE_URL: 127.0.0.1:PORT/nothing: database "nothing" does not exist: create it first',
    );
  });

  it('has an unknown host name', async () => {
    const message = await refusal((url) => {
      url.hostname = 'no-such-host.invalid';
    });
    expect(message).toMatch(/^DATABASE_URL: no-such-host\.invalid:PORT\/postgres: getaddrinfo \w+/u);
  });

  it.each(['require', 'verify-full'])('has no TLS, with sslmode=%s', async (mode) => {
    const message = await refusal((url) => url.searchParams.set('sslmode', mode));
    expect(message).toContain('The server does not support SSL connections');
  });

  it('is older than 15', () => {
    expect(() => checkVersion({ version: '14.12', number: 140_012 })).toThrow(
      'the server is PostgreSQL 14.12, the site needs 15 or newer',
    );
    expect(() => checkVersion({ version: '15.0', number: 150_000 })).not.toThrow();
  });

  it('fails with messages that contain the password, or several messages', () => {
    const url = 'postgres://user:s%3Acret@db.example.com/plinth';
    expect(toDatabaseError(url, new Error('s:cret\n or s%3Acret')).message).toBe(
      'DATABASE_URL: db.example.com/plinth: *** or ***',
    );
    const several = new AggregateError([new Error('first'), new Error('second')], '');
    expect(toDatabaseError(url, several).message).toBe('DATABASE_URL: db.example.com/plinth: first');
  });
});

describe('open PostgreSQL', () => {
  it('returns counts and sums as numbers', async () => {
    const db = await open(shared());
    const { rows } = await sql`select count(*) as count, cast(2 as bigint) as big`.execute(db);
    expect(rows).toEqual([{ count: 1, big: 2 }]);
  });

  it('has a bounded number of connections; another one waits within the timeout', async () => {
    const db = await open(shared());
    const end = Promise.withResolvers<void>();
    const holders = Array.from({ length: MAX_CONNECTIONS }, () =>
      db.connection().execute(async () => end.promise),
    );
    const startedAt = performance.now();
    await expect(sql`select 1`.execute(db)).rejects.toThrow('timeout');
    expect(performance.now() - startedAt).toBeLessThan(2 * WAIT_MS);
    end.resolve();
    await Promise.all(holders);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it('cancels a slow query and runs the next one', async () => {
    const db = await open(shared());
    await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toThrow('statement timeout');
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });
});
