/** @module-tag slow */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSqlite } from '../../../lib/files.ts';
import { EXPIRED_DRAFT_MS, NOW, newDraft, temporaryFolder, testStore, values } from '../testing/index.ts';
import { DATABASE_FILE } from './database.ts';
import { ERASE_RETRY_MS } from './erase.ts';

/** Returns the marks found in the bytes of database and journal. */
async function marksIn(folder: string, marks: string[]): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(DATABASE_FILE));
  const bytes = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return marks.filter((mark) => bytes.join().includes(mark));
}

function openIn(folder: string) {
  const sqlite = openSqlite(path.join(folder, DATABASE_FILE));
  onTestFinished(() => sqlite.close());
  return sqlite;
}

/** Creates a store with an expired draft and one in use, both edited several times. */
async function editedDrafts() {
  const folder = await temporaryFolder();
  const store = await testStore(folder);
  const [old, current] = [await newDraft(store), await newDraft(store)];
  const edit = (id: string, mark: string, now: number) =>
    store.drafts.saveFields(id, { ...values, companyDescription: mark.repeat(200) }, now);
  for (const mark of ['<old 1>', '<old 标记>']) await edit(old.id, mark, NOW);
  await edit(current.id, '<current>', NOW + EXPIRED_DRAFT_MS);
  const left = () => marksIn(folder, ['<old 1>', '<old 标记>', '<current>']);
  return { folder, store, left };
}

it('erases swept rows from database and journal once other readers have finished', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, store, left } = await editedDrafts();
  const reader = openIn(folder);
  reader.exec('begin; select * from drafts');
  await store.sweep(NOW + EXPIRED_DRAFT_MS);
  expect((await left()).length).toBeGreaterThan(1);
  reader.exec('commit');
  vi.advanceTimersByTime(ERASE_RETRY_MS);
  await expect.poll(left).toEqual(['<current>']);
});
