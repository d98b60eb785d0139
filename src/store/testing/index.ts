import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { S3Settings } from '../../config/config.ts';
import type { Draft } from '../drafts/drafts.ts';
import { openStore, type Store } from '../index.ts';
import { locationIn, temporaryFolder } from './database.ts';
import { fileRow, values } from './fixtures.ts';

export { engine, locationIn, newDatabase, temporaryFolder, testDatabase } from './database.ts';
export { EXPIRED_DRAFT_MS, fileRow, values } from './fixtures.ts';

export const NOW = Date.UTC(2026, 10, 21, 4);

/** A store with a real database and files, or a bucket; closed after the running test. */
export async function testStore(folder?: string, s3?: S3Settings): Promise<Store> {
  const { dataDir, ...options } = await locationIn(folder ?? (await temporaryFolder()));
  const store = await openStore(dataDir, undefined, { ...options, s3 });
  onTestFinished(() => store.close());
  return store;
}

export async function newDraft(
  { drafts }: Store,
  now = NOW,
  origin: Partial<Parameters<Store['drafts']['create']>[0]> = {},
): Promise<Draft> {
  const draft = await drafts.create({ language: 'zh', addressHash: 'address', ...origin }, now);
  if (!draft) throw new Error('another draft has the key');
  return draft;
}

/** Commits a file and returns its stored name. */
export async function upload({ uploads }: Store, text = 'abc'): Promise<string> {
  const incoming = await uploads.create();
  incoming.stream.end(text);
  return uploads.commit(incoming);
}

/** Adds a committed file to a draft. */
export async function addUpload(store: Store, draftId: string, text = 'abc', now = NOW): Promise<string> {
  const storedName = await upload(store, text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await store.drafts.addFile(draftId, fileRow({ storedName, bytes: text.length, sha256 }), { now });
  return storedName;
}

export async function textOf({ uploads }: Store, storedName: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await uploads.open(storedName)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A draft with all fields and one file, ready to submit. */
export async function readyDraft(store: Store, now = NOW) {
  const draft = await newDraft(store, now);
  await store.drafts.saveFields(draft.id, values, now);
  const storedName = await addUpload(store, draft.id, 'abc', now);
  return { ...draft, storedName };
}
