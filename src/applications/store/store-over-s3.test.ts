/** @module-tag slow */
import { expect, it, vi } from 'vitest';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { DAY_MS, HOUR_MS } from '../../lib/days.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { listNames, respondsWith } from '../files/testing/s3-fixture.ts';
import {
  EXPIRED_DRAFT_MS,
  readyDraft,
  submitDraft,
  temporaryFolder,
  testStore,
  upload,
} from './testing/index.ts';

const fake = fakeS3ForFile();

async function storeOverS3() {
  const store = await testStore(await temporaryFolder(), fake().settings(`${newFileName()}/`));
  const stored = () => listNames(store.fileStore);
  return { store, stored, now: Date.now() };
}

it('sweeps only files of expired drafts and orphans from folder and bucket', async () => {
  const { store, stored, now } = await storeOverS3();
  await readyDraft(store, now);
  const sent = await readyDraft(store, now);
  const reference = await submitDraft(store, { draft: sent, now });
  const interrupted = await store.fileStore.create();
  await upload(store);
  expect(await store.sweep(now + 0.9 * DAY_MS)).toMatchObject({ files: 0, orphans: 0 });
  expect(await store.sweep(now + 1.1 * DAY_MS)).toMatchObject({ files: 0, orphans: 2 });
  expect(await stored()).toHaveLength(2);
  expect(await store.sweep(now + EXPIRED_DRAFT_MS)).toMatchObject({ drafts: 2, files: 1, orphans: 0 });
  expect(await stored()).toEqual([sent.storedName]);
  await store.applications.remove([reference]);
  expect(await stored()).toEqual([]);
  await store.fileStore.discard(interrupted);
});

it('removes a draft with its files from folder and bucket, and counts those that remain', async () => {
  const { store, stored, now } = await storeOverS3();
  const [first, second] = [await readyDraft(store, now), await readyDraft(store, now)];
  expect(await store.drafts.remove(first.id)).toEqual({ drafts: 1, files: 1, failed: 0 });
  expect(await stored()).toEqual([second.storedName]);
  fake().behave(respondsWith(403, 'AccessDenied'));
  expect(await store.drafts.remove(second.id)).toEqual({ drafts: 1, files: 0, failed: 1 });
});

it('leaves files to the next sweep after a few failed removals', async () => {
  const { store, stored, now } = await storeOverS3();
  for (let count = 0; count < 4; count += 1) await upload(store);
  const refuses = respondsWith(403, 'AccessDenied');
  fake().behave((request, response, pass) =>
    request.method === 'DELETE' ? refuses(request, response, pass) : pass(),
  );
  const later = now + EXPIRED_DRAFT_MS;
  expect((await store.sweep(later))?.failure).toMatch('left for the next sweep');
  expect(fake().requests.filter(({ method }) => method === 'DELETE')).toHaveLength(3);
  fake().behave(refuses);
  expect((await store.sweep(later))?.failure).toMatch('S3 list: AccessDenied');
  fake().behave();
  expect(await store.sweep(later)).toMatchObject({ orphans: 4, failure: undefined });
  expect(await stored()).toEqual([]);
});

it('refuses files while unsent files use up the bucket, and frees those of unused drafts', async () => {
  const { store, stored, now } = await storeOverS3();
  await readyDraft(store, now);
  vi.spyOn(store.fileStore, 'excessBytes').mockImplementation(
    async (unsentBytes) => (await unsentBytes()) - 2,
  );
  expect([await store.isFull(), await store.makeSpace(now)]).toEqual([true, 0]);
  expect(await store.makeSpace(now + 7 * HOUR_MS)).toBe(1);
  expect(await stored()).toEqual([]);
});
