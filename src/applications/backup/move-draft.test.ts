/** @module-tag slow */
import path from 'node:path';
import { expect, it } from 'vitest';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { readyDraft, storeAt, submitDraft, temporaryFolder, values } from '../store/testing/index.ts';
import { backUp, newFolder, newPlace, restored } from './testing/backup-fixture.ts';

const fake = fakeS3ForFile();

it('continues a session draft after a move from one machine to several', async () => {
  const one = { dataDir: path.join(await temporaryFolder(), 'one') };
  const { storedName, ...draft } = await readyDraft(await storeAt(one), Date.now(), { session: 's' });
  const [folder, many] = [await newFolder(), { ...(await newPlace()), s3: fake().settings() }];
  await backUp(one, folder);
  await restored(folder, many);
  const store = await storeAt(many);
  expect((await store.drafts.latestOf('s'))?.id).toBe(draft.id);
  expect(await store.drafts.fields(draft.id)).toEqual(values);
  const reference = await submitDraft(store, { draft });
  expect(await store.applications.get(reference)).toMatchObject({ files: [{ storedName }] });
});
