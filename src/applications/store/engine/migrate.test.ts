import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../migrations.ts';
import {
  engine,
  NOW,
  newDatabase,
  storeAt,
  temporaryFolder,
  testDatabase,
  values,
} from '../testing/index.ts';
import { migrateToOldVersion, writeFirstVersion } from '../testing/old-version.ts';
import { type Db, openDatabase } from './database.ts';
import { type DatabaseLocation, migrate, openMigrated } from './migrate.ts';
import { openPostgres } from './postgres.ts';

/** Creates a database without tables. */
async function emptyLocation(): Promise<DatabaseLocation> {
  const dataDir = await temporaryFolder();
  return engine === 'SQLite' ? { dataDir } : { dataDir, databaseUrl: await newDatabase() };
}

function unmigrated({ dataDir, databaseUrl }: DatabaseLocation): Db {
  const db = databaseUrl
    ? openPostgres(databaseUrl, { waitMs: 5000 })
    : openDatabase(`${dataDir}/plinth.sqlite`);
  onTestFinished(() => db.destroy());
  return db;
}

it('runs each migration only once for concurrent connections', async () => {
  const location = await emptyLocation();
  const databases = await Promise.all(Array.from({ length: 3 }, () => testDatabase(location)));
  for (const db of databases) {
    const { rows } = await sql`select name from kysely_migration order by name`.execute(db);
    expect(rows).toEqual(Object.keys(migrations).map((name) => ({ name })));
  }
});

it('migrates unsubmitted session drafts to form keys', async () => {
  const db = unmigrated(await emptyLocation());
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
  const expected = { cookie: { path: '/' }, notice: { kind: 'fileRemoved' }, isKept: true };
  expect(JSON.parse(json)).toEqual(expected);
});

it('migrates removed files to draft files without content', async () => {
  const location = await emptyLocation();
  const db = unmigrated(location);
  await migrateToOldVersion(db, '010-lost-files');
  await sql`
    insert into drafts (id, language, created_at, updated_at, address_hash, submit_key)
    values ('d', 'zh', ${NOW}, ${NOW}, 'a', 'key')
  `.execute(db);
  for (const reason of ['infected', 'noRoom'])
    await sql`insert into removed_files values (${reason}, 'd', ${`${reason}.pdf`}, ${reason})`.execute(db);
  const { drafts } = await storeAt(location);
  const lost = { bytes: 0, storedName: expect.stringMatching(/^[0-9a-f]{32}$/u) };
  expect((await drafts.files('d')).toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
    { ...lost, name: 'infected.pdf', scan: 'infected' },
    { ...lost, name: 'noRoom.pdf', scan: 'clean' },
  ]);
});

it('keeps the drafts and applications of the first version', async () => {
  const location = await emptyLocation();
  await writeFirstVersion(unmigrated(location), 'stored', NOW);
  const store = await storeAt(location);
  expect(await store.applications.get('A')).toMatchObject({
    fields: values,
    privacyNotice: null,
    files: [{ storedName: 'stored' }],
  });
  expect(await store.drafts.get('D')).toMatchObject({ submitKey: 'd', createdAt: NOW });
  expect(await store.drafts.fields('D')).toEqual(values);
});

it('refuses to open a database of a newer version', async () => {
  const location = await emptyLocation();
  const db = await testDatabase(location);
  await sql`insert into kysely_migration values ('999-later', '2030-01-01T00:00:00.000Z')`.execute(db);
  const refused = 'the database was written by a newer version of the site (999-later)';
  await expect(openMigrated(location)).rejects.toThrow(refused);
});

it('rolls back all migrations if one fails', async () => {
  const db = unmigrated(await emptyLocation());
  await sql`create table sessions (x text)`.execute(db);
  await expect(migrate(db)).rejects.toThrow('sessions');
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  expect(tables.map(({ name }) => name)).toEqual(['sessions']);
});
