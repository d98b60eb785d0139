import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { S3Settings } from '../../../config/config.ts';
import type { Values } from '../../rules/fields.ts';
import type { SubmitOptions } from '../applications/submit.ts';
import type { Draft } from '../drafts/drafts.ts';
import { openStore, type Store, type StoreLocation } from '../index.ts';
import { locationIn, temporaryFolder, writeTemplate } from './database.ts';
import { fileRow, sha256Of, values } from './fixtures.ts';

export {
  engine,
  errorWithoutRoot,
  locationIn,
  newDatabase,
  temporaryFolder,
  testDatabase,
} from './database.ts';
export { EXPIRED_DRAFT_MS, fileRow, quotaOf, sha256Of, values } from './fixtures.ts';

export const NOW = Date.UTC(2026, 10, 21, 4);

/** Opens a store that is closed after the running test. */
export async function storeAt({ dataDir, ...options }: StoreLocation): Promise<Store> {
  if (options.databaseUrl === undefined) await writeTemplate(dataDir);
  const store = await openStore(dataDir, undefined, options);
  onTestFinished(() => store.close());
  return store;
}

/** Opens a store with the engine of the running project and a file folder, or a bucket. */
export const testStore = async (folder?: string, s3?: S3Settings): Promise<Store> =>
  storeAt({ ...(await locationIn(folder ?? (await temporaryFolder()))), s3 });

/** Opens one store on two machines. */
export async function twoMachines(): Promise<[Store, Store]> {
  const folder = await temporaryFolder();
  return [await testStore(folder), await testStore(folder)];
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
export async function upload({ fileStore }: Store, content = 'abc'): Promise<string> {
  const incoming = await fileStore.create();
  incoming.stream.end(content);
  return fileStore.commit(incoming);
}

/** Adds a committed file to a draft. */
export async function addUpload(store: Store, draftId: string, content = 'abc', now = NOW): Promise<string> {
  const storedName = await upload(store, content);
  const row = fileRow({ storedName, bytes: content.length, sha256: sha256Of(content) });
  await store.drafts.addFile(draftId, row, { now });
  return storedName;
}

export const textOf = async ({ fileStore }: Store, storedName: string): Promise<string> =>
  text(await fileStore.open(storedName));

/** Creates a draft with all fields and one file, ready to submit. */
export async function readyDraft(store: Store, now = NOW, origin = {}) {
  const draft = await newDraft(store, now, origin);
  await store.drafts.saveFields(draft.id, values, now);
  const storedName = await addUpload(store, draft.id, 'abc', now);
  return { ...draft, storedName };
}

type Sent = SubmitOptions & { draft?: Pick<Draft, 'id' | 'submitKey'>; fields?: Partial<Values> };

/** Submits a draft, by default a new one, and returns its reference. */
export async function submitDraft(store: Store, { draft, fields, ...options }: Sent = {}): Promise<string> {
  const { now = NOW } = options;
  const { id, submitKey } = draft ?? (await readyDraft(store, now));
  const all = { ...values, ...fields };
  const receipt = await store.applications.submit(id, submitKey, all, { ...options, now });
  if ('refused' in receipt) throw new Error(receipt.refused);
  return receipt.reference;
}
