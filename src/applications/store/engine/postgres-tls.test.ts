import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../../test/support/postgres.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { openPostgres } from './postgres.ts';

const WAIT_MS = 2000;

let server: TestPostgres;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const certificate = () => path.join(folder.path, 'server.crt');

/** Starts a server with a self-signed certificate for localhost. */
beforeAll(async () => {
  folder = await temporaryFolder('tls');
  const key = path.join(folder.path, 'server.key');
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost`;
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', certificate()], { stdio: 'ignore' });
  server = await startPostgres({
    tls: {
      'server.crt': readFileSync(certificate(), 'utf8'),
      'server.key': readFileSync(key, 'utf8'),
    },
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

/** Returns whether a connection is encrypted, or its error. */
async function connectTo(host: string, settings: Record<string, string>): Promise<boolean | string> {
  const url = new URL(server.urlOf('postgres'));
  url.hostname = host;
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value);
  const db = openPostgres(url.href, { waitMs: WAIT_MS });
  onTestFinished(() => db.destroy());
  const asked = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
  return asked.then(
    ({ rows }) => rows[0]?.ssl ?? 'no row',
    (error: Error) => error.message,
  );
}

it('encrypts PostgreSQL connections according to sslmode in DATABASE_URL', async () => {
  const sslrootcert = certificate();
  expect(await connectTo('localhost', {})).toBe(false);
  expect(await connectTo('localhost', { sslmode: 'require' })).toBe(true);
  expect(await connectTo('localhost', { sslmode: 'verify-full', sslrootcert })).toBe(true);
  expect(await connectTo('localhost', { sslmode: 'verify-full' })).toMatch(/self-signed certificate/u);
  expect(await connectTo('127.0.0.1', { sslmode: 'verify-full', sslrootcert })).toMatch(/does not match/u);
});
