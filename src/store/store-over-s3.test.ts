import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { readVerified, StoredFileError } from '../deliveries/forward/multipart.ts';
import { respondsWith } from '../files/testing/s3-fixture.ts';
import { DAY_MS } from '../lib/days.ts';
import { newFileName } from '../lib/identifiers.ts';
import {
  addUpload,
  EXPIRED_DRAFT_MS,
  newDraft,
  readyDraft,
  temporaryFolder,
  testStore,
  textOf,
  upload,
  values,
} from './testing/index.ts';

const fake = fakeS3ForFile();

async function storeOverS3() {
  const store = await testStore(await temporaryFolder(), fake().settings(`${newFileName()}/`));
  const stored = async () => {
    const names: string[] = [];
    for await (const page of store.uploads.unchangedSince(Infinity)) names.push(...page);
    return names;
  };
  return { store, stored, now: Date.now() };
}

it('a sweep removes files of expired drafts and orphans, locally and in the bucket', async () => {
  const { store, stored, now } = await storeOverS3();
  await readyDraft(store, now);
  const cut = await store.uploads.create();
  await upload(store);
  expect(await store.sweep(now + 0.9 * DAY_MS)).toMatchObject({ files: 0, orphans: 0 });
  expect(await store.sweep(now + 1.1 * DAY_MS)).toMatchObject({ files: 0, orphans: 2 });
  expect(await stored()).toHaveLength(1);
  expect(await store.sweep(now + EXPIRED_DRAFT_MS)).toMatchObject({ drafts: 1, files: 1, orphans: 0 });
  expect(await stored()).toEqual([]);
  await store.uploads.discard(cut);
});

it('a sweep rejects while S3 is down; a later one removes the rest', async () => {
  const { store, stored, now } = await storeOverS3();
  await readyDraft(store, now);
  fake().behave(respondsWith(403, 'AccessDenied'));
  await expect(store.sweep(now + EXPIRED_DRAFT_MS)).rejects.toThrow('S3 list: AccessDenied');
  fake().behave();
  expect(await stored()).toHaveLength(1);
  expect(await store.sweep(now + EXPIRED_DRAFT_MS)).toMatchObject({ drafts: 0, orphans: 1 });
  expect(await stored()).toEqual([]);
});

it('a sweep stops after a few failed removals', async () => {
  const { store, stored, now } = await storeOverS3();
  for (let count = 0; count < 5; count += 1) await upload(store);
  fake().behave((request, response, pass) =>
    request.method === 'DELETE' ? respondsWith(403, 'AccessDenied')(request, response, pass) : pass(),
  );
  await expect(store.sweep(now + EXPIRED_DRAFT_MS)).rejects.toThrow('left for the next sweep');
  expect(fake().requests.filter(({ method }) => method === 'DELETE')).toHaveLength(3);
  fake().behave();
  expect(await store.sweep(now + EXPIRED_DRAFT_MS)).toMatchObject({ orphans: 5 });
  expect(await stored()).toEqual([]);
});

it('a sweep keeps the files of an application; removing the application removes them', async () => {
  const { store, stored, now } = await storeOverS3();
  const { id, submitKey, storedName } = await readyDraft(store, now);
  const sent = await store.applications.submit(id, submitKey, values, { now });
  await store.sweep(now + 400 * DAY_MS);
  expect(await textOf(store, storedName)).toBe('abc');
  await store.applications.remove(['reference' in sent ? sent.reference : '']);
  expect(await stored()).toEqual([]);
});

it('removing a file from its draft removes it from the bucket', async () => {
  const { store, stored, now } = await storeOverS3();
  const { id } = await newDraft(store, now);
  await addUpload(store, id);
  const [file] = await store.drafts.files(id);
  await store.drafts.removeFile(id, file?.id ?? '');
  expect(await stored()).toEqual([]);
});

it('a delivery verifies a file and reports why it cannot be read', async () => {
  const { store } = await storeOverS3();
  const file = {
    storedName: await upload(store, 'content'),
    bytes: 7,
    sha256: createHash('sha256').update('content').digest('hex'),
  };
  const read = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of readVerified(store.uploads, file)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
  expect(await read()).toBe('content');
  fake().behave(respondsWith(403, 'AccessDenied'));
  await expect(read()).rejects.toThrow('cannot be read (AccessDenied)');
  fake().behave();
  await store.uploads.remove(file.storedName);
  await expect(read()).rejects.toThrow(StoredFileError);
  await expect(read()).rejects.toThrow('is missing');
});
