import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { rawServer } from '../../../../test/support/serve.ts';
import { toDatabaseError } from './database-error.ts';
import { openPostgres } from './postgres.ts';

const WAIT_MS = 1000;
const shared = () => inject('postgres')?.url ?? '';

async function open(url: string) {
  const db = openPostgres(url, { waitMs: WAIT_MS });
  onTestFinished(() => db.destroy());
  await sql`select 1`.execute(db);
  return db;
}

/** Returns the error message for a modified URL of the server. */
async function refusal(changes: Partial<URL>): Promise<string> {
  const url = Object.assign(new URL(shared()), changes);
  return open(url.href).then(
    () => 'opened',
    (error: Error) => error.message.replace(`:${url.port}/`, ':PORT/'),
  );
}

it.each<[string, Partial<URL>, RegExp]>([
  ['does not listen', { port: '1' }, /127\.0\.0\.1:PORT\/postgres: connect ECONNREFUSED [^\n]*$/u],
  [
    'does not have the database',
    { pathname: '/nothing' },
    /PORT\/nothing: database "nothing" does not exist: create it first$/u,
  ],
])('reports a PostgreSQL server or database that %s', async (_name, changes, message) => {
  expect(await refusal(changes)).toMatch(new RegExp(`^DATABASE_URL: .*${message.source}`, 'u'));
});

it('connects to PostgreSQL only with parameters that PgBouncer accepts', async () => {
  const parameters = Promise.withResolvers<string[]>();
  const { port } = await rawServer((socket) =>
    socket.once('data', (packet) => {
      // Skips length and protocol version (https://www.postgresql.org/docs/current/protocol-message-formats.html).
      const texts = packet.subarray(8).toString().split('\0');
      parameters.resolve(texts.filter((text, index) => index % 2 === 0 && text !== ''));
      socket.destroy();
    }),
  );
  await refusal({ port: `${port}` });
  expect((await parameters.promise).sort()).toEqual([
    'application_name',
    'client_encoding',
    'database',
    'user',
  ]);
});

it('removes the password from PostgreSQL error messages', () => {
  const messageOf = (error: Error) =>
    toDatabaseError('postgres://user:s%3Acret@db.example.com/plinth', error).message;
  const prefix = 'DATABASE_URL: db.example.com/plinth:';
  expect(messageOf(new Error('s:cret\n or s%3Acret'))).toBe(`${prefix} *** or ***`);
  const several = new AggregateError([new Error('first'), new Error('second')], '');
  expect(messageOf(several)).toBe(`${prefix} first`);
});
