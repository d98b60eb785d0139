/** @module-tag slow */
import { appendFile, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readFilesIn, send } from '../../cli/applications/testing/sent.ts';
import { lastBackup } from '../store/data-folder.ts';
import { openMigrated } from '../store/engine/migrate.ts';
import { textOf as bytesOf, NOW, sha256Of, storeAt } from '../store/testing/index.ts';
import { withDatabase } from './format.ts';
import { backUp, createBackupFixture, newLocation, restoreBackup } from './testing/backup-fixture.ts';

it('restores backed-up applications, drafts and files', async () => {
  const { location, store, sent, draft, folder } = await createBackupFixture();
  const before = await store.applications.get(sent.reference);
  expect(await backUp(location, folder)).toEqual({
    output: `Backed up 1 application, 1 draft and 2 files to ${folder}\n`,
    failures: [],
  });
  const target = await newLocation();
  expect(await restoreBackup(folder, target)).toContain(
    'Restored 1 application, 1 draft and 2 files as of 20',
  );
  const again = await storeAt(target);
  expect(await again.applications.get(sent.reference)).toEqual(before);
  expect(await bytesOf(again, sent.storedNames[0] ?? '')).toBe('abc');
  const [file] = await again.drafts.files(draft.id);
  expect(await bytesOf(again, file?.storedName ?? '')).toBe('abc');
  expect((await readdir(target.dataDir)).filter((name) => name.includes('.part'))).toEqual([]);
});

it('lists backup files with their SHA-256 and restricts access to their owner', async () => {
  const { location, folder } = await createBackupFixture();
  await backUp(location, folder);
  const { files } = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as {
    files: { path: string; sha256: string }[];
  };
  const listed = files.map((file) => file.path);
  expect([...listed, 'manifest.json'].sort()).toEqual(Object.keys(await readFilesIn(folder)).sort());
  const upload = files.find((file) => file.path.startsWith('uploads/'));
  expect(upload?.sha256).toBe(sha256Of('abc'));
  for (const name of await readdir(folder, { recursive: true }))
    expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0);
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

const inodeOf = async (folder: string, storedName = '') =>
  (await stat(path.join(folder, 'uploads', storedName))).ino;

it('links unchanged files to the newest backup in the same folder and copies new ones', async () => {
  const { location, store, sent, folder } = await createBackupFixture();
  await backUp(location, `${folder}-1`);
  const later = await send(store, { now: NOW + 1, files: [{ name: 'b.pdf', content: 'b' }] });
  await backUp(location, `${folder}-2`);
  await backUp(location, `${folder}-3`);
  const [first, second] = [sent.storedNames[0], later.storedNames[0]];
  const inodes = await Promise.all([1, 2, 3].map((number) => inodeOf(`${folder}-${number}`, first)));
  expect(new Set(inodes).size).toBe(1);
  expect(await inodeOf(`${folder}-2`, second)).toBe(await inodeOf(`${folder}-3`, second));
  expect(await inodeOf(`${folder}-2`, second)).not.toBe(await inodeOf(location.dataDir, second));
  await rm(`${folder}-1`, { recursive: true });
  await rm(`${folder}-2`, { recursive: true });
  expect(await restoreBackup(`${folder}-3`, await newLocation())).toContain('Restored 2 applications');
});

it('copies a file that is damaged in the previous backup', async () => {
  const { location, sent, folder } = await createBackupFixture();
  await backUp(location, `${folder}-1`);
  await writeFile(path.join(`${folder}-1`, 'uploads', sent.storedNames[0] ?? ''), 'abd');
  expect((await backUp(location, `${folder}-2`)).failures).toEqual([]);
  expect(await restoreBackup(`${folder}-2`, await newLocation())).toContain('Restored 1 application,');
});

it('refuses to begin a backup that does not fit on the disk', async () => {
  const { location, folder } = await createBackupFixture();
  await withDatabase(openMigrated(location), (db) =>
    db
      .updateTable('applicationFiles')
      .set({ bytes: 2 ** 50 })
      .execute(),
  );
  await expect(backUp(location, folder)).rejects.toThrow(
    /not enough space for a backup of 10737418\d\d MB in 2 new files, .+ Missing: \d+ MB\. Remove old/u,
  );
  expect(await readdir(path.dirname(folder))).toEqual([]);
});

it('reports a lost file that the previous backup has', async () => {
  const { location, sent, folder } = await createBackupFixture();
  await backUp(location, `${folder}-1`);
  await rm(path.join(location.dataDir, 'uploads', sent.storedNames[0] ?? ''));
  const { failures } = await backUp(location, `${folder}-2`);
  expect(failures).toEqual([`${sent.reference}: 计划书.pdf: the stored file is missing`]);
});

it('links files of the previous backup next to a folder with another manifest.json', async () => {
  const { location, sent, folder } = await createBackupFixture();
  await backUp(location, `${folder}-1`);
  const other = path.join(path.dirname(folder), 'web');
  await mkdir(other);
  await writeFile(path.join(other, 'manifest.json'), '{}');
  await backUp(location, `${folder}-2`);
  const [name = ''] = sent.storedNames;
  expect(await inodeOf(`${folder}-2`, name)).toBe(await inodeOf(`${folder}-1`, name));
});

const OTHER_USER = 12_345;

/** Runs a backup or restore as this user, on a data folder that root does not own. */
async function runAs(uid: number, what: string) {
  const { location, folder } = await createBackupFixture();
  await backUp(location, folder);
  const target = await newLocation();
  await mkdir(target.dataDir);
  // Only root can change the owner, and no other user needs it for this test.
  for (const { dataDir } of [location, target])
    await chown(dataDir, OTHER_USER, OTHER_USER).catch(() => undefined);
  vi.spyOn(process, 'getuid').mockReturnValue(uid);
  onTestFinished(() => void vi.restoreAllMocks());
  return what === 'backup' ? backUp(location, `${folder}-2`) : restoreBackup(folder, target);
}

it.each(['backup', 'restore'])("refuses a %s by root on another user's data folder", async (what) => {
  await expect(runAs(0, what)).rejects.toThrow(
    /belongs to \S+: run the command as that user, with sudo -u \S+$/u,
  );
});

it('backs up a data folder that is shared with its owner', async () => {
  expect(await runAs(OTHER_USER + 1, 'backup')).toMatchObject({ failures: [] });
});

it('refuses to back up to a folder that exists', async () => {
  const { location, folder } = await createBackupFixture();
  await mkdir(folder);
  await expect(backUp(location, folder)).rejects.toThrow(`${folder} exists: name a new folder`);
});

it('completes one of two simultaneous backups to one folder', async () => {
  const { location, folder } = await createBackupFixture();
  const results = await Promise.allSettled([backUp(location, folder), backUp(location, folder)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await restoreBackup(folder, await newLocation())).toContain('Restored 1 application,');
  expect(await readdir(path.dirname(folder))).not.toContainEqual(expect.stringContaining('.part'));
});

it('backs up the other files when application files are missing or damaged', async () => {
  const { location, store, sent, folder } = await createBackupFixture();
  const other = await send(store, { now: NOW + 1, files: [{ name: 'b.pdf', content: 'b' }] });
  await rm(path.join(location.dataDir, 'uploads', sent.storedNames[0] ?? ''));
  await appendFile(path.join(location.dataDir, 'uploads', other.storedNames[0] ?? ''), 'more');
  const { failures } = await backUp(location, folder);
  expect(failures).toEqual([
    `${sent.reference}: 计划书.pdf: the stored file is missing`,
    `${other.reference}: b.pdf: the stored file has changed since it was sent`,
  ]);
  expect(await lastBackup(location.dataDir)).toEqual({ ageS: expect.any(Number), missing: 2 });
  const target = await newLocation();
  await restoreBackup(folder, target);
  expect(await (await storeAt(target)).applications.list()).toHaveLength(2);
});

it('omits a draft file that is removed during the backup', async () => {
  const { location, draft, folder } = await createBackupFixture();
  await rm(path.join(location.dataDir, 'uploads', draft.storedName));
  expect((await backUp(location, folder)).failures).toEqual([]);
  const target = await newLocation();
  await restoreBackup(folder, target);
  expect(await (await storeAt(target)).drafts.files(draft.id)).toEqual([]);
});

it('backs up complete applications while the site receives new ones', async () => {
  const { location, store, folder } = await createBackupFixture();
  const before = (await store.applications.list()).map(({ reference }) => reference);
  let isDone = false;
  const sending = (async () => {
    while (!isDone) await send(store, { files: ['a', 'b'].map((name) => ({ name, content: name })) });
  })();
  const { failures } = await backUp(location, folder);
  isDone = true;
  await sending;
  expect(failures).toEqual([]);
  const target = await newLocation();
  await restoreBackup(folder, target);
  const found: string[] = [];
  for await (const { reference, files } of (await storeAt(target)).applications.all()) {
    found.push(reference);
    expect(files).toHaveLength(before.includes(reference) ? 1 : 2);
    for (const { storedName, bytes } of files) {
      expect((await stat(path.join(target.dataDir, 'uploads', storedName))).size).toBe(bytes);
    }
  }
  expect(found).toEqual(expect.arrayContaining(before));
});
