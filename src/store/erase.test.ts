import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { between, createKeyedRandom } from '../captcha/random.ts';
import { DAY_MS } from '../lib/days.ts';
import { DATABASE_FILE } from './database.ts';
import { openSqlite } from './sqlite.ts';
import { NOW, newDraft, temporaryFolder, testStore, values } from './testing/index.ts';

/** Texts that tell one draft from all others, in both scripts. */
const markOf = (number: number): string => `<${number}标记>`;

async function bytesOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(DATABASE_FILE));
  const read = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return read.join();
}

/** A store in which so many drafts were written and edited, and the first half of them has lain untouched too long. */
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
    const now = number < count / 2 ? NOW : NOW + 8 * DAY_MS;
    const companyDescription = markOf(number).repeat(between(random, 1, 200));
    await store.drafts.saveFields(ids[number] ?? '', { ...values, companyDescription }, now);
  }

  const left = async () => {
    const bytes = await bytesOf(folder);
    return ids.flatMap((_, number) => (bytes.includes(markOf(number)) ? [number] : []));
  };
  return { folder, store, left, kept: ids.flatMap((_, number) => (number < count / 2 ? [] : [number])) };
}

describe('of what was swept, no byte', () => {
  it('is left in the database, between the rows of others, or in its journal', async () => {
    const { store, left, kept } = await editedDrafts(120);
    await store.sweep(NOW + 8 * DAY_MS);
    expect(await left()).toEqual(kept);
  });

  it('is left after the next sweep where somebody read all the time', async () => {
    const { folder, store, left, kept } = await editedDrafts(8);
    const reader = openSqlite(path.join(folder, DATABASE_FILE));
    onTestFinished(() => reader.close());
    reader.exec('begin; select * from drafts');
    await store.sweep(NOW + 8 * DAY_MS);
    expect((await left()).length).toBeGreaterThan(kept.length);
    reader.exec('commit');
    await store.sweep(NOW + 8 * DAY_MS);
    expect(await left()).toEqual(kept);
  });
});
