/** @module-tag slow */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Channel } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import { engine, NOW, temporaryFolder, testStore } from '../../applications/store/testing/index.ts';
import { DAY_MS } from '../../lib/days.ts';
import { deleteApplication, purge } from './delete.ts';
import { send } from './testing/sent.ts';

const SECRET = 'Nobody Shall Remember';

async function runPurge(
  store: Pick<Store, 'applications' | 'eraseDeleted'>,
  options = {},
  confirm: (question: string) => Promise<void> = () => expect.fail('asks'),
) {
  const messages: string[] = [];
  const failures: string[] = [];
  const reports = {
    report: (message: string) => void messages.push(message),
    reportFailure: (message: string) => void failures.push(message),
    confirm,
  };
  const all = { before: NOW + 1, isDryRun: false, undelivered: false, ...options };
  const output = await textOf(purge(store as Store, all, reports));
  return { output, messages, failures };
}

/** Creates a data folder with a new application and an old one that has two files. */
async function createTwoApplications({ now = NOW, channels }: { now?: number; channels?: Channel[] } = {}) {
  const dataDir = await temporaryFolder();
  const store = await testStore(dataDir);
  const files = ['a', 'b'].map((name) => ({ name: `${name}.pdf`, content: name }));
  const old = await send(store, {
    now,
    files,
    channels,
    fields: { contactPerson: SECRET },
  });
  const kept = await send(store, { now: now + DAY_MS });
  return { dataDir, store, old, kept, uploads: () => readdir(path.join(dataDir, 'uploads')) };
}

/** Reads all bytes of the data folder: database, journal and files. */
async function readAllBytes(dataDir: string): Promise<string> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1'));
  return (await Promise.all(read)).join();
}

it('a purge removes all bytes of old applications', async () => {
  const { dataDir, store, old, kept, uploads } = await createTwoApplications();
  const nothing = await runPurge(store, { before: NOW });
  expect([nothing.output, nothing.messages[0]]).toEqual(['', expect.stringMatching(/^Removed 0 /u)]);
  const what = '1 applications with 2 files, sent before 2026-11-21 12:00 (Asia/Shanghai).';
  const output = `${old.reference}\n`;
  expect(await runPurge(store, { isDryRun: true })).toMatchObject({
    output,
    messages: [`Would remove ${what}`],
  });
  expect(await uploads()).toHaveLength(3);
  expect(await runPurge(store)).toEqual({ output, messages: [`Removed ${what}`], failures: [] });
  expect(await store.applications.list()).toMatchObject([{ reference: kept.reference }]);
  expect(await uploads()).toEqual(kept.storedNames);
  if (engine === 'SQLite')
    for (const text of [SECRET, old.reference]) expect(await readAllBytes(dataDir)).not.toContain(text);
});

it('a purge asks for confirmation before it removes applications from the last day', async () => {
  const { store, kept } = await createTwoApplications({ now: Date.now() });
  const questions: string[] = [];
  const refuse = (question: string) => {
    questions.push(question);
    return Promise.reject(new Error('nothing was changed'));
  };
  const young = { before: Date.now() + 2 * DAY_MS };
  await expect(runPurge(store, young, refuse)).rejects.toThrow('nothing was changed');
  expect(questions).toEqual([
    expect.stringMatching(/^Permanently remove 2 applications with 3 files, sent before /u),
  ]);
  expect(await store.applications.list()).toHaveLength(2);
  await runPurge(store, { ...young, isDryRun: true });
  expect((await runPurge(store, young, async () => undefined)).output).toContain(kept.reference);
});

it('deleting an application removes all its bytes', async () => {
  const { dataDir, store, old, kept, uploads } = await createTwoApplications({
    channels: ['forward', 'mail-group'],
  });
  const [delivery] = await store.deliveries.lease({ channels: ['forward'], limit: 1, leaseMs: 1 }, NOW);
  if (delivery) await store.deliveries.recordAttempt(delivery, { at: NOW, result: 'delivered' });
  const messages: string[] = [];
  const report = (message: string) => messages.push(message);
  const deleted = (confirm: () => Promise<void>) =>
    textOf(
      deleteApplication(store, old.reference.toLowerCase(), {
        location: { dataDir: '/data' },
        report,
        reportFailure: report,
        confirm,
      }),
    );
  await expect(deleted(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await store.applications.list()).toHaveLength(2);
  expect(await deleted(async () => undefined)).toBe(
    `${old.reference}: deleted fields, receipt and 2 deliveries in /data/plinth.sqlite\n${old.reference}: deleted 2 files in /data/uploads\n`,
  );
  expect(messages).toEqual(['Not deleted: what was sent by forward, backups, exports.']);
  expect(await store.applications.list()).toMatchObject([{ reference: kept.reference }]);
  expect(await uploads()).toEqual(kept.storedNames);
  if (engine === 'SQLite')
    for (const text of [SECRET, old.reference]) expect(await readAllBytes(dataDir)).not.toContain(text);
  await expect(deleted(() => expect.fail('asks'))).rejects.toThrow('no application has the reference number');
});

it('reports files that could not be removed', async () => {
  const { dataDir, store, old } = await createTwoApplications();
  for (const name of old.storedNames) {
    const file = path.join(dataDir, 'uploads', name);
    await rm(file);
    await mkdir(file);
  }
  const { messages, failures } = await runPurge(store);
  expect(messages).toEqual([expect.stringMatching(/^Removed 1 applications with 0 files/u)]);
  expect(failures).toEqual([
    expect.stringMatching(/^2 files could not be removed: .*retries .* every hour\.$/u),
  ]);
});

it('purges undelivered applications only with --undelivered', async () => {
  const store = await testStore();
  const waiting = await send(store, { channels: ['forward', 'mail-group'] });
  const refused = await send(store, { channels: ['forward'], now: NOW - 1 });
  const [delivery] = await store.deliveries.lease({ channels: ['forward'], limit: 1, leaseMs: 1000 }, NOW);
  if (delivery) await store.deliveries.recordAttempt(delivery, { at: NOW, result: 'refused' });
  const first = await runPurge(store);
  expect(first.output).toBe(`${refused.reference}\n`);
  expect(first.messages[1]).toMatch(/^Kept 1 applications with waiting deliveries/u);
  expect((await runPurge(store, { undelivered: true })).output).toBe(`${waiting.reference}\n`);
  expect(await store.deliveries.list()).toEqual([]);
});
