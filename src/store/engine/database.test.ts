import { stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/index.ts';
import { openDatabase } from './database.ts';

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

describe('a database', () => {
  it.each([
    ['journal_mode', { journalMode: 'wal' }],
    ['synchronous', { synchronous: 2 }],
    ['foreign_keys', { foreignKeys: 1 }],
    ['busy_timeout', { timeout: 100 }],
  ])('sets %s', async (name, expected) => {
    const { db } = await database();
    await db.transaction().execute(async () => undefined);
    expect((await sql`pragma ${sql.raw(name)}`.execute(db)).rows).toEqual([expected]);
  });

  it('is readable only by its owner', async () => {
    const { file } = await database();
    for (const name of [file, `${file}-wal`]) expect((await stat(name)).mode & 0o777).toBe(0o600);
  });

  it('rolls back a transaction that throws', async () => {
    const { db } = await database();
    const failing = db.transaction().execute(async (tx) => {
      await sql`insert into t values (1)`.execute(tx);
      throw new Error('own');
    });
    await expect(failing).rejects.toThrow('own');
    expect(await countOf(db)).toBe(0);
  });

  it('yields to other work before each transaction', async () => {
    const { db } = await database();
    let turns = 0;
    for (const at of [1, 2]) {
      setImmediate(() => {
        turns += 1;
      });
      await db.transaction().execute(async () => undefined);
      expect(turns).toBe(at);
    }
  });

  it('reports the first error if SQLite rolled back itself', async () => {
    const { db } = await database();
    await sql`insert into t values (1)`.execute(db);
    const failing = db.transaction().execute((tx) => sql`insert or rollback into t values (1)`.execute(tx));
    await expect(failing).rejects.toThrow('UNIQUE constraint');
    await db.transaction().execute((tx) => sql`insert into t values (2)`.execute(tx));
    expect(await countOf(db)).toBe(2);
  });

  it('serializes writers of two connections in one process', async () => {
    const { db, open } = await database();
    const connections = [db, open()];
    const writes = Array.from({ length: 40 }, (_, index) =>
      connections[index % 2]?.transaction().execute(async (tx) => {
        const count = await countOf(tx);
        await sql`insert into t values (${(count ?? 0) + 1})`.execute(tx);
      }),
    );
    await Promise.all(writes);
    expect(await countOf(db)).toBe(writes.length);
  });

  it('is readable while another connection writes', async () => {
    const { db, open } = await database();
    const reader = open();
    await db.transaction().execute(async (tx) => {
      await sql`insert into t values (1)`.execute(tx);
      expect(await countOf(reader)).toBe(0);
    });
    expect(await countOf(reader)).toBe(1);
  });

  const WAIT_MS = 300;
  it('waits for a lock once for all callers and works after its release', async () => {
    const { db, open } = await database(WAIT_MS);
    const holder = open();
    const taken = Promise.withResolvers<void>();
    const freed = Promise.withResolvers<void>();
    const holding = holder.transaction().execute(() => {
      taken.resolve();
      return freed.promise;
    });
    await taken.promise;
    const write = (x: number) =>
      db.transaction().execute((tx) => sql`insert into t values (${x})`.execute(tx));
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
});
