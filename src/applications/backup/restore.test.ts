/** @module-tag slow */
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readFilesIn } from '../../cli/applications/testing/sent.ts';
import type { StoreLocation } from '../store/index.ts';
import { engine, NOW, storeAt, temporaryFolder } from '../store/testing/index.ts';
import { writeFirstVersion } from '../store/testing/old-version.ts';
import {
  backUp,
  changeManifest,
  changeTables,
  createBackupFixture,
  newLocation,
  restoreBackup,
} from './testing/backup-fixture.ts';

const findUpload = async (folder: string) =>
  path.join(folder, 'uploads', (await readdir(path.join(folder, 'uploads')))[0] ?? '');

/** Expects the restore of a damaged backup to fail without restoring anything. */
async function expectRefusal(damage: (folder: string) => Promise<unknown>, words: RegExp) {
  const { location, folder } = await createBackupFixture();
  await backUp(location, folder);
  await damage(folder);
  const target = await newLocation();
  await mkdir(target.dataDir);
  await expect(restoreBackup(folder, target)).rejects.toThrow(words);
  const { 'plinth.sqlite': _emptyDatabase, ...files } = await readFilesIn(target.dataDir);
  expect(files).toEqual({});
  expect(await (await storeAt(target)).applications.list()).toEqual([]);
}

it.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
  [
    'the uploads folder is a link',
    async (folder) => {
      await rename(path.join(folder, 'uploads'), `${folder}-files`);
      await symlink(`${folder}-files`, path.join(folder, 'uploads'));
    },
    /is behind a link$/u,
  ],
  [
    'a file has changed',
    async (folder) => writeFile(await findUpload(folder), 'abd'),
    /differs from the manifest/u,
  ],
  ['a file is missing', async (folder) => rm(await findUpload(folder)), /ENOENT.*uploads\//u],
  [
    'there is no manifest',
    (folder) => rm(path.join(folder, 'manifest.json')),
    /manifest\.json does not exist: name the folder of a backup$/u,
  ],
  [
    'the manifest lists a path outside the backup',
    (folder) => changeManifest(folder, ({ files }) => Object.assign(files[1] ?? {}, { path: '../x' })),
    /is not a backup that this version/u,
  ],
  [
    'the manifest lists fewer files than the database',
    (folder) => changeManifest(folder, (one) => Object.assign(one, { files: one.files.slice(0, 1) })),
    /lacks a file of A-/u,
  ],
  [
    'a reference number is a path',
    (folder) =>
      changeTables(folder, async (db) => {
        await sql`pragma foreign_keys = off`.execute(db);
        await sql`update applications set reference = '../../x'`.execute(db);
        await sql`update application_files set reference = '../../x'`.execute(db);
        await sql`update drafts set reference = '../../x' where reference is not null`.execute(db);
      }),
    /^not a reference number: \.\.\/\.\.\/x$/u,
  ],
  [
    'the backup is from a newer version',
    (folder) =>
      changeTables(folder, (db) => sql`insert into kysely_migration values ('999-later', '')`.execute(db)),
    /newer version of the site \(999-later\)/u,
  ],
])('does not restore a backup if %s', async (_what, damage, words) => {
  await expectRefusal(damage, words);
});

it('refuses to restore to a site with applications or drafts', async () => {
  const { location, store, folder } = await createBackupFixture();
  await backUp(location, folder);
  const before = await store.applications.list();
  await expect(restoreBackup(folder, location)).rejects.toThrow('the database has 1 application and 1 draft');
  expect(await store.applications.list()).toEqual(before);
});

it('removes only what an earlier restore left in the data folder', async () => {
  const { location, folder } = await createBackupFixture();
  await backUp(location, folder);
  const target = await newLocation();
  await mkdir(path.join(target.dataDir, 'restore.part'), { recursive: true });
  await mkdir(path.join(target.dataDir, 'media'));
  await writeFile(path.join(target.dataDir, 'restore.part', 'half'), '');
  await restoreBackup(folder, target);
  const own = engine === 'SQLite' ? ['plinth.sqlite', 'session-secret'] : [];
  expect((await readdir(target.dataDir)).sort()).toEqual(['media', ...own, 'uploads']);
});

it('restores only the rows from a database with a trigger', async () => {
  const { location, folder } = await createBackupFixture();
  await backUp(location, folder);
  await changeTables(folder, (db) =>
    sql`create trigger t after insert on drafts begin delete from applications; end`.execute(db),
  );
  const target = await newLocation();
  await restoreBackup(folder, target);
  expect(await (await storeAt(target)).applications.list()).toHaveLength(1);
});

it('migrates tables restored from an older version', async () => {
  const { location, folder, sent } = await createBackupFixture();
  await backUp(location, folder);
  await rm(path.join(folder, 'plinth.sqlite'));
  await changeTables(folder, (db) => writeFirstVersion(db, sent.storedNames[0] ?? '', NOW));
  const target = await newLocation();
  await restoreBackup(folder, target);
  const again = await storeAt(target);
  expect(await again.deliveries.list()).toEqual([]);
  expect(await again.applications.list()).toMatchObject([{ reference: 'A', files: 1 }]);
});

const BACKED_UP_SECRET = 'a secret of the tests';
const SET_ADVICE = /^Set SESSION_SECRET on every machine to the content of \S+session-secret: otherwise /mu;

/** Returns the output of a restore after its first line. */
async function restoreAdvice(location: StoreLocation, sessionSecret?: string, backedUpWith?: string) {
  const { location: old, folder } = await createBackupFixture({ dataDir: await temporaryFolder() });
  await backUp(old, folder, { sessionSecret: backedUpWith });
  const [, ...output] = (await restoreBackup(folder, location, { sessionSecret })).trimEnd().split('\n');
  expect(output.join()).not.toContain(BACKED_UP_SECRET);
  const kept = await readFile(path.join(location.dataDir, 'session-secret'), 'utf8').catch(() => undefined);
  return { output: output.join('\n'), kept };
}

const KEEP_ADVICE = /^Set SESSION_SECRET on every machine to the value of the backed-up site: /u;

it.each<[what: string, secrets: [site?: string, backup?: string], output: RegExp, kept?: string]>([
  ['restores the session secret if the site uses the one in its data folder', [], /^$/u, BACKED_UP_SECRET],
  [
    'advises to set the session secret if it comes from the environment',
    ['another one of the tests'],
    SET_ADVICE,
  ],
  ['advises to keep the session secret if the backup has none', [undefined, BACKED_UP_SECRET], KEEP_ADVICE],
])('%s', async (_what, secrets, output, kept) => {
  const told = await restoreAdvice({ dataDir: await temporaryFolder() }, ...secrets);
  expect(told).toEqual({ output: expect.stringMatching(output), kept });
});

it('prints the SESSION_SECRET line of the backup with showSecret', async () => {
  const { location, folder } = await createBackupFixture({ dataDir: await temporaryFolder() });
  await backUp(location, folder);
  const output = await restoreBackup(folder, await newLocation(), { showSecret: true });
  expect(output.trimEnd().split('\n')[1]).toBe(`SESSION_SECRET=${BACKED_UP_SECRET}`);
});
