import { expect, it } from 'vitest';
import { addUpload, NOW, readyDraft, submitDraft, testStore, values } from '../testing/index.ts';
import { normaliseReference, type SentApplication } from './applications.ts';

async function collect(pages: AsyncIterable<SentApplication>): Promise<SentApplication[]> {
  const found: SentApplication[] = [];
  for await (const application of pages) found.push(application);
  return found;
}

it('lists applications oldest first with their file counts', async () => {
  const store = await testStore();
  expect(await store.applications.list()).toEqual([]);
  const reference = await submitDraft(store, { now: NOW + 1 });
  const draft = await readyDraft(store);
  await addUpload(store, draft.id, 'another');
  await submitDraft(store, { draft });
  const { companyName } = values;
  expect(await store.applications.list()).toMatchObject([
    { submittedAt: NOW, files: 2, companyName, language: 'zh' },
    { submittedAt: NOW + 1, files: 1, reference },
  ]);
});

it('returns the applications submitted at or after a timestamp', async () => {
  const store = await testStore();
  for (const now of [NOW, NOW + 1]) await submitDraft(store, { now });
  for (const [since, count] of [
    [NOW, 2],
    [NOW + 1, 1],
    [NOW + 2, 0],
  ] as const) {
    expect(await store.applications.list({ since })).toHaveLength(count);
    expect(await collect(store.applications.all({ since }))).toHaveLength(count);
  }
});

it('reads each application once, even with equal timestamps', async () => {
  const store = await testStore();
  const references: string[] = [];
  for (let n = 0; n < 5; n++) references.push(await submitDraft(store));
  for (const batchSize of [1, 2, 5, 6]) {
    const all = await collect(store.applications.all({}, batchSize));
    expect(all.map(({ reference }) => reference)).toEqual(references.toSorted());
    expect(new Set(all.map(({ files }) => files[0]?.storedName)).size).toBe(5);
  }
});

it('normalises a typed reference', () => {
  expect(normaliseReference(' a-2026-7k4mxq\n')).toBe('A-2026-7K4MXQ');
});
