/** @module-tag slow */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Channel } from '../../applications/store/engine/tables.ts';
import type { Store } from '../../applications/store/index.ts';
import {
  addUpload,
  engine,
  NOW,
  newDraft,
  readyDraft,
  submitDraft,
  temporaryFolder,
  testStore,
  upload as uploadOf,
} from '../../applications/store/testing/index.ts';
import { DAY_MS } from '../../lib/days.ts';
import { deleteApplications, purge } from './delete.ts';
import { toDraftKey } from './show.ts';
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
  const what = '1 application with 2 files, sent before 2026-11-21 12:00 (Asia/Shanghai).';
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

/** Deletes applications and drafts in a store of `/data`. */
async function runDelete(store: Store, keys: string[], answer = async () => {}) {
  const [messages, failures, questions]: string[][] = [[], [], []];
  const deleted = deleteApplications(store, keys, {
    location: { dataDir: '/data' },
    report: (message) => messages?.push(message),
    reportFailure: (message) => failures?.push(message),
    confirm: (question) => {
      questions?.push(question);
      return answer();
    },
  });
  return { output: await textOf(deleted), messages, failures, questions };
}

it('deleting an application removes all its bytes', async () => {
  const { dataDir, store, old, kept, uploads } = await createTwoApplications({
    channels: ['forward', 'mail-group'],
  });
  const { reference } = old;
  const [delivery] = await store.deliveries.lease({ channels: ['forward'], limit: 1, leaseMs: 1 }, NOW);
  if (delivery) await store.deliveries.recordAttempt(delivery, { at: NOW, result: 'delivered' });
  const refuse = () => Promise.reject(new Error('no'));
  await expect(runDelete(store, [reference], refuse)).rejects.toThrow('no');
  expect(await store.applications.list()).toHaveLength(2);
  expect(await runDelete(store, [reference.toLowerCase()])).toEqual({
    output: `${reference}: deleted fields, receipt and 2 deliveries in /data/plinth.sqlite\n${reference}: deleted 2 files in /data/uploads\n`,
    messages: ['Not deleted: what was sent by forward, backups, exports.'],
    failures: [],
    questions: [
      expect.stringMatching(`^${reference}: .+, ${SECRET}, a@b\\.cn, 2 files\nPermanently delete this\\?$`),
    ],
  });
  expect(await store.applications.list()).toMatchObject([{ reference: kept.reference }]);
  expect(await uploads()).toEqual(kept.storedNames);
  if (engine === 'SQLite')
    for (const text of [SECRET, reference]) expect(await readAllBytes(dataDir)).not.toContain(text);
});

it('deletes several applications and reports the unknown ones', async () => {
  const { store, old, kept } = await createTwoApplications();
  const keys = [old.reference, 'A-2026-XXXXXX', kept.reference, old.reference, 'draft-unknown'];
  const { output, failures, questions } = await runDelete(store, keys);
  expect(output).toContain(`${kept.reference}: deleted 1 file in /data/uploads\n`);
  expect(failures).toEqual([
    'no application has the reference number A-2026-XXXXXX',
    'DRAFT-unknown: there is no such draft; it may have expired',
  ]);
  expect(questions).toEqual([expect.stringMatching(/\nPermanently delete these 2\?$/u)]);
  expect(await store.applications.list()).toEqual([]);
  expect(await runDelete(store, [old.reference])).toMatchObject({ output: '', messages: [], questions: [] });
});

it('deleting an open draft removes all its bytes and those of its uploads', async () => {
  const { dataDir, store, kept, old, uploads } = await createTwoApplications();
  const draft = await newDraft(store);
  const contactEmail = 'draft-only@example.com';
  await store.drafts.saveFields(draft.id, { contactPerson: 'Draft Person', contactEmail }, NOW);
  await addUpload(store, draft.id, 'stored');
  const upload = { name: 'half.pdf', bytes: 10, modifiedAt: null, metadata: '' };
  const added = await store.resumableUploads.begin(draft.id, upload);
  const id = 'id' in added ? added.id : expect.fail('refused');
  await store.resumableUploads.addChunk(draft.id, id, {
    position: 0,
    bytes: 3,
    storedName: await uploadOf(store),
  });
  expect(await uploads()).toHaveLength(5);
  const key = toDraftKey(draft.id);
  expect(await runDelete(store, [key])).toEqual({
    output: `${key}: deleted fields in /data/plinth.sqlite\n${key}: deleted 2 files in /data/uploads\n`,
    messages: ['Not deleted: backups, exports.'],
    failures: [],
    questions: [`${key}: Draft Person, ${contactEmail}, 1 file\nPermanently delete this?`],
  });
  expect((await uploads()).sort()).toEqual([...kept.storedNames, ...old.storedNames].sort());
  if (engine === 'SQLite')
    for (const text of [contactEmail, draft.id]) expect(await readAllBytes(dataDir)).not.toContain(text);
});

it('names the application that a draft became', async () => {
  const store = await testStore();
  const draft = await readyDraft(store);
  const reference = await submitDraft(store, { draft });
  const { failures } = await runDelete(store, [toDraftKey(draft.id)]);
  expect(failures).toEqual([`${toDraftKey(draft.id)}: was submitted; delete ${reference}`]);
});

it('reports files that could not be removed', async () => {
  const { dataDir, store, old } = await createTwoApplications();
  for (const name of old.storedNames) {
    const file = path.join(dataDir, 'uploads', name);
    await rm(file);
    await mkdir(file);
  }
  const { messages, failures } = await runPurge(store);
  expect(messages).toEqual([expect.stringMatching(/^Removed 1 application with 0 files/u)]);
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
  expect(first.messages[1]).toMatch(/^Kept 1 application with waiting deliveries/u);
  expect((await runPurge(store, { undelivered: true })).output).toBe(`${waiting.reference}\n`);
  expect(await store.deliveries.list()).toEqual([]);
});
