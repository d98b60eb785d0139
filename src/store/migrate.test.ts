import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { newDraft, temporaryFolder, testStore } from './testing/index.ts';

async function database(folder: string) {
  const db = openDatabase(path.join(folder, 'plinth.sqlite'));
  onTestFinished(() => db.destroy());
  return db;
}

const stepsOf = async (db: Awaited<ReturnType<typeof database>>) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

describe('migrations', () => {
  it('run twice and change nothing the second time', async () => {
    const folder = await temporaryFolder();
    const draft = await newDraft(await testStore(folder));
    const db = await database(folder);
    await migrate(db);
    expect(await stepsOf(db)).toEqual(Object.keys(migrations));
    expect(await (await testStore(folder)).drafts.get(draft.id)).toEqual(draft);
  });

  it('run once where several connections start together', async () => {
    const folder = await temporaryFolder();
    const databases = await Promise.all(Array.from({ length: 5 }, () => database(folder)));
    await Promise.all(databases.map(migrate));
    for (const db of databases) expect(await stepsOf(db)).toEqual(Object.keys(migrations));
  });

  it('refuse a database that a newer version has written', async () => {
    const folder = await temporaryFolder();
    await testStore(folder);
    const db = await database(folder);
    await sql`insert into kysely_migration values ('999-later', '2030-01-01T00:00:00.000Z')`.execute(db);
    await expect(testStore(folder)).rejects.toThrow('999-later');
  });

  it('keep nothing of a step that fails', async () => {
    const db = await database(await temporaryFolder());
    await sql`create table sessions (x text)`.execute(db);
    await expect(migrate(db)).rejects.toThrow('sessions');
    const tables = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
      db,
    );
    expect(tables.rows).toEqual([{ name: 'sessions' }]);
  });
});
