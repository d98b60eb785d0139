import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import { engine, NOW, temporaryFolder, testStore } from '../../store/testing/index.ts';
import { purge } from './purge.ts';
import { send, textOf } from './testing/sent.ts';

const SECRET = 'Nobody Shall Remember';

/** Data folder with an old application of two files and a new one. */
async function twoApplications() {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  const files = ['a', 'b'].map((name) => ({ name: `${name}.pdf`, content: name }));
  const old = await send(store, { now: NOW, files, fields: { contactPerson: SECRET } });
  const kept = await send(store, { now: NOW + DAY_MS });
  const messages: string[] = [];
  const run = (isDryRun: boolean, before = NOW + 1) =>
    textOf(purge(store, { before, isDryRun, undelivered: false }, (message) => messages.push(message)));
  return { dataDir, store, old, kept, messages, run };
}

const uploadsOf = (dataDir: string) => readdir(path.join(dataDir, 'uploads'));

/** All bytes of the data folder: database, journal and files. */
async function bytesOf(dataDir: string): Promise<string> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1'));
  return (await Promise.all(read)).join();
}

describe('applications -- purge', () => {
  it('removes old applications with their files and prints their references', async () => {
    const { dataDir, store, old, kept, messages, run } = await twoApplications();
    expect(await run(false)).toBe(`${old.reference}\n`);
    expect(messages).toEqual([
      'Removed 1 applications with 2 files, sent before 2026-11-21 12:00 (Asia/Shanghai).',
    ]);
    expect(await store.applications.get(old.reference)).toBeUndefined();
    expect((await store.applications.list()).map(({ reference }) => reference)).toEqual([kept.reference]);
    expect(await uploadsOf(dataDir)).toEqual(kept.storedNames);
  });

  it.runIf(engine === 'SQLite')(
    'leaves no bytes of them in the database, its free pages or its journal',
    async () => {
      const { dataDir, old, run } = await twoApplications();
      expect(await bytesOf(dataDir)).toContain(SECRET);
      await run(false);
      const bytes = await bytesOf(dataDir);
      expect(bytes).not.toContain(SECRET);
      expect(bytes).not.toContain(old.reference);
    },
  );

  it('removes nothing with --dry-run', async () => {
    const { dataDir, old, messages, run } = await twoApplications();
    expect(await run(true)).toBe(`${old.reference}\n`);
    expect(messages).toEqual([
      'Would remove 1 applications with 2 files, sent before 2026-11-21 12:00 (Asia/Shanghai).',
    ]);
    expect(await uploadsOf(dataDir)).toHaveLength(3);
  });

  it('removes nothing if no application is old enough', async () => {
    const { run, messages, dataDir } = await twoApplications();
    expect(await run(false, NOW)).toBe('');
    expect(messages[0]).toMatch(/^Removed 0 applications/u);
    expect(await uploadsOf(dataDir)).toHaveLength(3);
  });

  it('keeps undelivered applications without --undelivered', async () => {
    const store = await testStore();
    const waiting = await send(store, { channels: ['forward', 'mail-group'] });
    const refused = await send(store, { channels: ['forward'], now: NOW - 1 });
    const [delivery] = await store.deliveries.lease({ channels: ['forward'], limit: 1, leaseMs: 1000 }, NOW);
    if (delivery)
      await store.deliveries.recordAttempt(delivery, { at: NOW, result: 'refused', error: 'HTTP 422' });
    const messages: string[] = [];
    const run = (undelivered: boolean) =>
      textOf(
        purge(store, { before: NOW + 1, isDryRun: false, undelivered }, (message) => messages.push(message)),
      );
    expect(await run(false)).toBe(`${refused.reference}\n`);
    expect(messages[1]).toMatch(/^Kept 1 applications with waiting deliveries/u);
    expect(await run(true)).toBe(`${waiting.reference}\n`);
    expect(await store.deliveries.list()).toEqual([]);
  });

  it('removes more applications than fit in a batch', {
    tags: engine === 'PostgreSQL' ? ['matrix'] : [],
  }, async () => {
    const store = await testStore();
    for (let count = 0; count < 120; count += 1) await send(store, { now: NOW + count });
    const output = await textOf(
      purge(store, { before: NOW + 110, isDryRun: false, undelivered: false }, () => undefined),
    );
    expect(output.trim().split('\n')).toHaveLength(110);
    expect(await store.applications.list()).toHaveLength(10);
  });
});
