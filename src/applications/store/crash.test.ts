/** @module-tag slow */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './engine/database.ts';
import { EXPIRED_DRAFT_MS, temporaryFolder, testStore, values } from './testing/index.ts';

const WRITERS = 2;
const MAX_LIFE_MS = 300;
const WRITER = path.join(import.meta.dirname, 'testing', 'writer.ts');

/** Returns the references printed by a writer until it is killed at a random time after the first one. */
async function receiptsOfKilledWriter(folder: string): Promise<string[]> {
  const writer = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void writer.kill('SIGKILL'));
  const output = text(writer.stdout);
  await Promise.race([once(writer.stdout, 'data'), once(writer, 'close')]);
  setTimeout(() => writer.kill('SIGKILL'), Math.random() * MAX_LIFE_MS);
  return (await output).split('\n').filter(Boolean);
}

it('stores each acknowledged application completely and exactly once when writers are killed', async () => {
  const folder = await temporaryFolder();
  const store = await testStore(folder);
  const writers = Array.from({ length: WRITERS }, () => receiptsOfKilledWriter(folder));
  const receipts = (await Promise.all(writers)).flat();
  expect(receipts.length).toBeGreaterThanOrEqual(WRITERS);
  const found: string[] = [];
  for await (const { reference, fields, files } of store.applications.all()) {
    expect(fields).toEqual(values);
    expect(files).toHaveLength(2);
    for (const { storedName, sha256 } of files) {
      const hash = (await store.uploads.open(storedName)).pipe(createHash('sha256').setEncoding('hex'));
      expect(await text(hash)).toBe(sha256);
    }
    found.push(reference);
  }
  expect(receipts.filter((reference) => !found.includes(reference))).toEqual([]);
  // Each writer may have been killed before it could print its last reference.
  expect(found.length).toBeLessThanOrEqual(receipts.length + WRITERS);
  await store.sweep(Date.now() + EXPIRED_DRAFT_MS);
  expect(await readdir(path.join(folder, 'uploads'))).toHaveLength(2 * found.length);
  const db = openDatabase(path.join(folder, 'plinth.sqlite'));
  onTestFinished(() => db.destroy());
  expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrityCheck: 'ok' }]);
});
