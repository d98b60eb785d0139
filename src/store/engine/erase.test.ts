import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { between, createKeyedRandom } from '../../form/captcha/keyed-random.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { EXPIRED_DRAFT_MS, NOW, newDraft, temporaryFolder, testStore, values } from '../testing/index.ts';
import { DATABASE_FILE } from './database.ts';
import { createEraser, ERASE_RETRY_MS } from './erase.ts';

/** Text that identifies a draft, in both scripts. */
const markOf = (number: number): string => `<${number}标记>`;

async function bytesOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(DATABASE_FILE));
  const read = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return read.join();
}

/** A store with edited drafts, the first half of them expired. */
async function editedDrafts(count: number) {
  const folder = await temporaryFolder();
  const store = await testStore(folder);
  const random = createKeyedRandom('edited drafts');
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push((await newDraft(store, NOW)).id);
    await edit(number);
  }
  for (let edits = 0; edits < 2 * count; edits += 1) await edit(between(random, 0, count - 1));
  for (let number = 0; number < count / 2; number += 1) await edit(number);

  async function edit(number: number): Promise<void> {
    const now = number < count / 2 ? NOW : NOW + EXPIRED_DRAFT_MS;
    const companyDescription = markOf(number).repeat(between(random, 1, 200));
    await store.drafts.saveFields(ids[number] ?? '', { ...values, companyDescription }, now);
  }

  const left = async () => {
    const bytes = await bytesOf(folder);
    return ids.flatMap((_, number) => (bytes.includes(markOf(number)) ? [number] : []));
  };
  return { folder, store, left, kept: ids.flatMap((_, number) => (number < count / 2 ? [] : [number])) };
}

/** A table edited so often that SQLite has moved rows between pages, with half of the rows deleted. */
function editedTable(file: string) {
  const sqlite = openSqlite(file);
  onTestFinished(() => sqlite.close());
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = off; pragma secure_delete = on');
  sqlite.exec('create table t (id text primary key, a text, b text, at int); create index i on t (at)');
  const insert = sqlite.prepare("insert into t values (?, ?, '', ?)");
  const update = sqlite.prepare('update t set a = ?, at = ? where id = ?');
  // This seed makes SQLite leave a copy.
  let state = 7920;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const textOf = (number: number) => `<${number}:mark>`.repeat(1 + random(200));
  const ids: string[] = [];
  for (let number = 0; number < 400; number += 1) {
    const id = `${random(1e9)}-${number}`;
    ids.push(id);
    insert.run(id, textOf(number), number);
    for (let edits = 0; edits < 3; edits += 1) {
      const edited = random(number + 1);
      update.run(textOf(edited), random(1e6), ids[edited] ?? '');
    }
  }
  const deleted = ids.flatMap((id, number) => (random(2) ? [{ id, mark: `<${number}:mark>` }] : []));
  for (const { id } of deleted) sqlite.prepare('delete from t where id = ?').run(id);
  return { sqlite, marks: deleted.map(({ mark }) => mark) };
}

it('erases copies of deleted rows that SQLite has moved', async () => {
  const folder = await temporaryFolder();
  const { sqlite, marks } = editedTable(path.join(folder, DATABASE_FILE));
  const left = async () => {
    const bytes = await bytesOf(folder);
    return marks.filter((mark) => bytes.includes(mark));
  };
  sqlite.exec('pragma wal_checkpoint(truncate)');
  expect(await left()).not.toEqual([]);
  await createEraser(path.join(folder, DATABASE_FILE)).erase();
  expect(await left()).toEqual([]);
});

describe('sweep', () => {
  it('erases removed rows from database and journal', async () => {
    const { store, left, kept } = await editedDrafts(40);
    await store.sweep(NOW + EXPIRED_DRAFT_MS);
    expect(await left()).toEqual(kept);
  });

  it('retries erasing when another reader has finished', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { folder, store, left, kept } = await editedDrafts(8);
    const reader = openSqlite(path.join(folder, DATABASE_FILE));
    onTestFinished(() => reader.close());
    reader.exec('begin; select * from drafts');
    await store.sweep(NOW + EXPIRED_DRAFT_MS);
    expect((await left()).length).toBeGreaterThan(kept.length);
    reader.exec('commit');
    vi.advanceTimersByTime(ERASE_RETRY_MS);
    await expect.poll(left).toEqual(kept);
  });

  it('vacuums the database only if it removed something', async () => {
    const { folder, store } = await editedDrafts(8);
    const sqlite = openSqlite(path.join(folder, DATABASE_FILE));
    onTestFinished(() => sqlite.close());
    const freePages = () => Number(sqlite.prepare('pragma freelist_count').get()?.freelist_count);
    sqlite.exec('create table empty (text); insert into empty values (zeroblob(100000)); drop table empty');
    await store.sweep(NOW);
    expect(freePages()).toBeGreaterThan(0);
    await store.sweep(NOW + EXPIRED_DRAFT_MS);
    expect(freePages()).toBe(0);
  });
});
