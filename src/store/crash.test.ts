import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SentApplication } from './applications/applications.ts';
import { openDatabase } from './engine/database.ts';
import type { Store } from './index.ts';
import { EXPIRED_DRAFT_MS, temporaryFolder, testStore, values } from './testing/index.ts';

const ROUNDS = 5;
const MAX_LIFE_MS = 300;
const WRITER = path.join(import.meta.dirname, 'testing', 'writer.ts');

/** References printed by a writer before it was killed at a random time after the first one. */
async function receiptsOfKilledWriter(folder: string): Promise<string[]> {
  const writer = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void writer.kill('SIGKILL'));
  const [output, errors] = [textOf(writer.stdout), textOf(writer.stderr)];
  await Promise.race([once(writer.stdout, 'data'), once(writer, 'close')]);
  setTimeout(() => writer.kill('SIGKILL'), Math.random() * MAX_LIFE_MS);
  await once(writer, 'close');
  if (writer.signalCode !== 'SIGKILL') throw new Error(errors());
  return output()
    .split('\n')
    .filter((line) => line !== '');
}

function textOf(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}

async function sha256Of(store: Store, storedName: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await store.uploads.open(storedName)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function expectWhole(store: Store, { fields, files }: SentApplication): Promise<void> {
  expect(fields).toEqual(values);
  expect(files).toHaveLength(2);
  for (const { storedName, sha256 } of files) expect(await sha256Of(store, storedName)).toBe(sha256);
}

async function killedWriters(): Promise<{ folder: string; receipts: string[] }> {
  const folder = await temporaryFolder();
  const receipts: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const references = await Promise.all([receiptsOfKilledWriter(folder), receiptsOfKilledWriter(folder)]);
    receipts.push(...references.flat());
  }
  return { folder, receipts };
}

describe('processes killed during writes', () => {
  it('leave each acknowledged application complete exactly once, and no leftovers after a sweep', async () => {
    const { folder, receipts } = await killedWriters();
    const store = await testStore(folder);
    const found: string[] = [];
    for await (const application of store.applications.all()) {
      await expectWhole(store, application);
      found.push(application.reference);
    }
    expect(receipts.length).toBeGreaterThanOrEqual(2 * ROUNDS);
    expect(receipts.filter((reference) => !found.includes(reference))).toEqual([]);
    // At most the one that a killed process could not tell any more.
    expect(found.length).toBeLessThanOrEqual(receipts.length + 2 * ROUNDS);
    await store.sweep(Date.now() + EXPIRED_DRAFT_MS);
    expect(await readdir(path.join(folder, 'uploads'))).toHaveLength(2 * found.length);
    expect(await faultsOf(folder)).toEqual([{ integrityCheck: 'ok' }]);
  });
});

async function faultsOf(folder: string): Promise<unknown[]> {
  const db = openDatabase(path.join(folder, 'plinth.sqlite'));
  onTestFinished(() => db.destroy());
  return (await sql`pragma integrity_check`.execute(db)).rows;
}
