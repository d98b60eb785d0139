import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openStore, type StoreLocation } from '../index.ts';
import { fileRow, sha256Of, values } from './fixtures.ts';

/** Submits applications with two files in an endless loop and prints each reference. */
const [dataDir = '', options = '{}'] = process.argv.slice(2);
const store = await openStore(dataDir, undefined, JSON.parse(options) as Omit<StoreLocation, 'dataDir'>);

async function addFile(draftId: string): Promise<void> {
  const content = randomBytes(50_000);
  const upload = await store.uploads.create();
  upload.stream.end(content);
  const storedName = await store.uploads.commit(upload);
  const row = fileRow({ storedName, sha256: sha256Of(content), bytes: content.length });
  await store.drafts.addFile(draftId, row);
}

for (;;) {
  const draft = await store.drafts.create({ language: 'zh', addressHash: 'address' });
  if (!draft) throw new Error('another draft has the key');
  const { id, submitKey } = draft;
  await store.drafts.saveFields(id, values);
  await addFile(id);
  await addFile(id);
  const receipt = await store.applications.submit(id, submitKey, values);
  if ('reference' in receipt) writeSync(1, `${receipt.reference}\n`);
}
