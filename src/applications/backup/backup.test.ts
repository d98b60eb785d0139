/** @module-tag slow */
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readFilesIn, send } from '../../cli/applications/testing/sent.ts';
import { lastBackup } from '../store/data-folder.ts';
import { textOf as bytesOf, engine, NOW, sha256Of, storeAt } from '../store/testing/index.ts';
import { backUp, createBackupFixture, newLocation, restoreBackup } from './testing/backup-fixture.ts';

/** Number of files in the backup: the database, two uploads and, if the site generated one, the session secret. */
const FILES = engine === 'SQLite' ? 4 : 3;

it('restores backed-up applications, drafts and files', async () => {
  const { place, store, sent, draft, folder } = await createBackupFixture();
  const before = await store.applications.get(sent.reference);
  expect(await backUp(place, folder)).toEqual({
    output: `Backed up 1 applications and 2 drafts, ${FILES} files in all, to ${folder}\n`,
    failures: [],
  });
  const target = await newLocation();
  expect(await restoreBackup(folder, target)).toContain(
    `Restored 1 applications and 2 drafts, ${FILES} files in all, as of 20`,
  );
  const again = await storeAt(target);
  expect(await again.applications.get(sent.reference)).toEqual(before);
  expect(await bytesOf(again, sent.storedNames[0] ?? '')).toBe('abc');
  const [file] = await again.drafts.files(draft.id);
  expect(await bytesOf(again, file?.storedName ?? '')).toBe('abc');
  expect((await readdir(target.dataDir)).filter((name) => name.includes('.part'))).toEqual([]);
});

it('lists backup files with their SHA-256 and restricts access to their owner', async () => {
  const { place, folder } = await createBackupFixture();
  await backUp(place, folder);
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

it('refuses to back up to a folder that exists', async () => {
  const { place, folder } = await createBackupFixture();
  await mkdir(folder);
  await expect(backUp(place, folder)).rejects.toThrow(`${folder} exists: name a new folder`);
});

it('completes one of two simultaneous backups to one folder', async () => {
  const { place, folder } = await createBackupFixture();
  const results = await Promise.allSettled([backUp(place, folder), backUp(place, folder)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await restoreBackup(folder, await newLocation())).toContain('Restored 1 applications');
  expect(await readdir(path.dirname(folder))).not.toContainEqual(expect.stringContaining('.part'));
});

it('backs up the other files when application files are missing or damaged', async () => {
  const { place, store, sent, folder } = await createBackupFixture();
  const other = await send(store, { now: NOW + 1, files: [{ name: 'b.pdf', content: 'b' }] });
  await rm(path.join(place.dataDir, 'uploads', sent.storedNames[0] ?? ''));
  await appendFile(path.join(place.dataDir, 'uploads', other.storedNames[0] ?? ''), 'more');
  const { failures } = await backUp(place, folder);
  expect(failures).toEqual([
    `${sent.reference}: 计划书.pdf: the stored file is missing`,
    `${other.reference}: b.pdf: the stored file has changed since it was sent`,
  ]);
  expect(await lastBackup(place.dataDir)).toEqual({ ageS: expect.any(Number), missing: 2 });
  const target = await newLocation();
  await restoreBackup(folder, target);
  expect(await (await storeAt(target)).applications.list()).toHaveLength(2);
});

it('omits a draft file that is removed during the backup', async () => {
  const { place, draft, folder } = await createBackupFixture();
  await rm(path.join(place.dataDir, 'uploads', draft.storedName));
  expect((await backUp(place, folder)).failures).toEqual([]);
  const target = await newLocation();
  await restoreBackup(folder, target);
  expect(await (await storeAt(target)).drafts.files(draft.id)).toEqual([]);
});

it('backs up complete applications while the site receives new ones', async () => {
  const { place, store, folder } = await createBackupFixture();
  const before = (await store.applications.list()).map(({ reference }) => reference);
  let isDone = false;
  const sending = (async () => {
    while (!isDone) await send(store, { files: ['a', 'b'].map((name) => ({ name, content: name })) });
  })();
  const { failures } = await backUp(place, folder);
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
