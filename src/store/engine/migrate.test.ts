import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../../../test/support/postgres.ts';
import { isOptional, textFields } from '../../form/rules/fields.ts';
import { migrations } from '../migrations/index.ts';
import {
  engine,
  locationIn,
  NOW,
  newDatabase,
  newDraft,
  readyDraft,
  temporaryFolder,
  testDatabase,
  testStore,
  values,
} from '../testing/index.ts';
import { downgrade, migrateToOldVersion } from '../testing/old-version.ts';
import { type Db, openDatabase } from './database.ts';
import { type DatabaseLocation, migrate, openMigrated } from './migrate.ts';
import { openPostgres } from './postgres.ts';

/** A database without tables. */
async function emptyPlace(): Promise<DatabaseLocation> {
  const dataDir = await temporaryFolder();
  return engine === 'SQLite' ? { dataDir } : { dataDir, databaseUrl: await newDatabase() };
}

async function unmigrated({ dataDir, databaseUrl }: DatabaseLocation): Promise<Db> {
  const db = databaseUrl
    ? openPostgres(databaseUrl, { waitMs: 5000 })
    : openDatabase(`${dataDir}/plinth.sqlite`);
  onTestFinished(() => db.destroy());
  return db;
}

const stepsOf = async (db: Db) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

describe('migrations', () => {
  it('change nothing when run again', async () => {
    const folder = await temporaryFolder();
    const draft = await newDraft(await testStore(folder));
    const db = await testDatabase(await locationIn(folder));
    await migrate(db);
    expect(await stepsOf(db)).toEqual(Object.keys(migrations));
    expect(await (await testStore(folder)).drafts.get(draft.id)).toEqual(draft);
  });

  it('run once for concurrent connections', async () => {
    const place = await emptyPlace();
    const databases = await Promise.all(Array.from({ length: 5 }, () => testDatabase(place)));
    for (const db of databases) expect(await stepsOf(db)).toEqual(Object.keys(migrations));
  });

  it('move unsubmitted drafts of sessions to form keys', async () => {
    const place = await emptyPlace();
    const db = await unmigrated(place);
    await migrateToOldVersion(db, '006-drafts-by-key');
    await sql`
      insert into drafts (id, language, created_at, updated_at, address_hash, submit_key, captcha, captcha_expires_at)
      values ('d', 'zh', ${NOW}, ${NOW}, 'a', 'key', '12345', ${NOW})
    `.execute(db);
    const session = JSON.stringify({ cookie: { path: '/' }, draftId: 'd', notice: { kind: 'fileRemoved' } });
    await sql`insert into sessions values ('s', ${NOW}, ${session})`.execute(db);
    await migrate(db);
    const draft = await db.selectFrom('drafts').selectAll().executeTakeFirst();
    expect(draft).toMatchObject({ id: 'd', session: 's', submitKey: 'key' });
    expect(draft).not.toHaveProperty('captcha');
    const { json = '' } = (await db.selectFrom('sessions').selectAll().executeTakeFirst()) ?? {};
    expect(JSON.parse(json)).toEqual({
      cookie: { path: '/' },
      notice: { kind: 'fileRemoved' },
      isKept: true,
    });
  });

  it.runIf(engine === 'SQLite').each(Object.keys(migrations).slice(1))(
    'keep the applications of the version before %s',
    async (name) => {
      const folder = await temporaryFolder();
      const store = await testStore(folder);
      const { id, submitKey } = await readyDraft(store);
      const receipt = await store.applications.submit(id, submitKey, values, { now: NOW });
      const reference = 'reference' in receipt ? receipt.reference : '';
      const sent = await store.applications.get(reference);
      await downgrade(await unmigrated({ dataDir: folder }), name);
      const fields = Object.fromEntries(
        textFields.filter((field) => !isOptional(field)).map((field) => [field, values[field]]),
      );
      const upgraded = await testStore(folder);
      expect(await upgraded.applications.get(reference)).toMatchObject({ ...sent, fields });
    },
  );

  it('refuse a database of a newer version', async () => {
    const place = await emptyPlace();
    const db = await testDatabase(place);
    await sql`insert into kysely_migration values ('999-later', '2030-01-01T00:00:00.000Z')`.execute(db);
    const refused = 'the database was written by a newer version of the site (999-later)';
    await expect(openMigrated(place)).rejects.toThrow(refused);
  });

  it('roll back completely if one fails', async () => {
    const place = await emptyPlace();
    const db = await unmigrated(place);
    await sql`create table sessions (x text)`.execute(db);
    await expect(migrate(db)).rejects.toThrow('sessions');
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    expect(tables.map(({ name }) => name)).toEqual(['sessions']);
  });

  it.runIf(engine === 'PostgreSQL')('report a user without permission to create tables', async () => {
    const own = await newDatabase();
    await ask(own, 'create role poor login');
    onTestFinished(async () => void (await ask(own, 'drop role poor')));
    const databaseUrl = own.replace('//plinth@', '//poor@');
    await expect(openMigrated({ dataDir: '', databaseUrl })).rejects.toThrow(
      'the user has no permission to create tables',
    );
  });
});
