import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/index.ts';
import { type Db, openDatabase, transactLazily } from './database.ts';
import { checkWritable } from './migrate.ts';
import { checkServer } from './postgres.ts';

async function database(lockWaitMs?: number) {
  const file = path.join(await temporaryFolder(), 'a.sqlite');
  const open = () => {
    const db = openDatabase(file, lockWaitMs);
    onTestFinished(() => db.destroy());
    return db;
  };
  const db = open();
  await sql`create table t (x integer primary key)`.execute(db);
  return { file, db, open };
}

const countOf = async (db: ReturnType<typeof openDatabase>) =>
  (await sql<{ n: number }>`select count(*) as n from t`.execute(db)).rows[0]?.n;

it('opens a durable SQLite database that only its owner can access', async () => {
  const { db, file } = await database();
  await db.transaction().execute(async () => undefined);
  for (const [name, expected] of [
    ['journal_mode', { journalMode: 'wal' }],
    ['synchronous', { synchronous: 2 }],
    ['foreign_keys', { foreignKeys: 1 }],
    ['secure_delete', { secureDelete: 1 }],
    ['busy_timeout', { timeout: 100 }],
  ] as const)
    expect((await sql`pragma ${sql.raw(name)}`.execute(db)).rows).toEqual([expected]);
  for (const name of [file, `${file}-wal`]) expect((await stat(name)).mode & 0o777).toBe(0o600);
});

it('serialises writers of two SQLite connections in one process', async () => {
  const { db, open } = await database();
  const connections = [db, open()];
  const writes = Array.from({ length: 10 }, (_, index) =>
    connections[index % 2]?.transaction().execute(async (tx) => {
      const count = await countOf(tx);
      await sql`insert into t values (${(count ?? 0) + 1})`.execute(tx);
    }),
  );
  await Promise.all(writes);
  expect(await countOf(db)).toBe(writes.length);
});

it('waits for an SQLite lock only once for all callers', async () => {
  const WAIT_MS = 100;
  const { db, open } = await database(WAIT_MS);
  const [taken, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = open()
    .transaction()
    .execute(() => {
      taken.resolve();
      return freed.promise;
    });
  await taken.promise;
  const write = (x: number) => db.transaction().execute((tx) => sql`insert into t values (${x})`.execute(tx));
  const startedAt = Date.now();
  const refused = await Promise.allSettled(Array.from({ length: 20 }, (_, x) => write(x)));
  expect(Date.now() - startedAt).toBeLessThan(refused.length * WAIT_MS);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'));
  expect(await countOf(db)).toBe(0);
  freed.resolve();
  await holding;
  await write(1);
  expect(await countOf(db)).toBe(1);
});

it('refuses to write to a read-only or removed database file', async () => {
  const { db, file } = await database();
  await sql`create table limits (hits)`.execute(db);
  await checkWritable(db);
  await sql`pragma query_only = 1`.execute(db);
  await expect(checkWritable(db)).rejects.toThrow('readonly');
  await sql`pragma query_only = 0`.execute(db);
  await rm(file);
  const failing = db.transaction().execute((tx) => sql`insert into t values (1)`.execute(tx));
  await expect(failing).rejects.toThrow('storage: ');
  await expect(checkWritable(db)).rejects.toThrow(`${file} was removed or replaced`);
});

it.each([
  [{ version: '14.12', number: 140_012 }, 'the server is PostgreSQL 14.12, the site needs 15 or newer'],
  [{ encoding: 'SQL_ASCII' }, 'the database has the encoding SQL_ASCII, the site needs UTF8'],
])('refuses a PostgreSQL database with %j', (facts, message) => {
  const supported = { version: '15.0', number: 150_000, encoding: 'UTF8' };
  expect(() => checkServer(supported)).not.toThrow();
  expect(() => checkServer({ ...supported, ...facts })).toThrow(message);
});

it('waits for the disk again after a lazy transaction, also a failed one', async () => {
  const { db } = await database();
  const synchronous = async () => (await sql`pragma synchronous`.execute(db)).rows;
  const insert = (tx: Db) => sql`insert into t values (1)`.execute(tx);
  await transactLazily(db, insert);
  expect(await countOf(db)).toBe(1);
  await expect(transactLazily(db, insert)).rejects.toThrow();
  expect(await synchronous()).toEqual([{ synchronous: 2 }]);
});
