import { describe, expect, it } from 'vitest';
import type { Store } from '../index.ts';
import { fileRow, NOW, newDraft, readyDraft, testStore, values } from '../testing/index.ts';
import type { SentApplication } from './applications.ts';

async function sent(store: Store, now: number): Promise<string> {
  const { id, submitKey } = await readyDraft(store);
  const receipt = await store.applications.submit(id, submitKey, values, { now });
  return 'reference' in receipt ? receipt.reference : '';
}

async function collect(pages: AsyncIterable<SentApplication>): Promise<SentApplication[]> {
  const found: SentApplication[] = [];
  for await (const application of pages) found.push(application);
  return found;
}

describe('applications', () => {
  it('are empty at first', async () => {
    const { applications } = await testStore();
    expect(await applications.list()).toEqual([]);
    expect(await collect(applications.all())).toEqual([]);
    expect(await applications.get('A-2026-222222')).toBeUndefined();
  });

  it('are listed oldest first, with the number of their files', async () => {
    const store = await testStore();
    const later = await sent(store, NOW + 1);
    const { id, submitKey } = await readyDraft(store);
    await store.drafts.addFile(id, fileRow(), { now: NOW });
    await store.applications.submit(id, submitKey, values, { now: NOW });
    expect(await store.applications.list()).toEqual([
      expect.objectContaining({
        submittedAt: NOW,
        files: 2,
        companyName: values.companyName,
        language: 'zh',
      }),
      expect.objectContaining({ submittedAt: NOW + 1, files: 1, reference: later }),
    ]);
  });

  it('are found by a lower-case reference', async () => {
    const store = await testStore();
    const reference = await sent(store, NOW);
    expect(await store.applications.get(` ${reference.toLowerCase()} `)).toMatchObject({ reference });
  });

  it.each([
    [NOW - 1, 2],
    [NOW, 2],
    [NOW + 1, 1],
    [NOW + 2, 0],
  ])('listed since %d are %d', async (since, count) => {
    const store = await testStore();
    await sent(store, NOW);
    await sent(store, NOW + 1);
    expect(await store.applications.list({ since })).toHaveLength(count);
    expect(await collect(store.applications.all({ since }))).toHaveLength(count);
  });

  it.each([1, 2, 4, 5, 6])(
    'are each read once with %d per page, even with equal timestamps',
    async (pageSize) => {
      const store = await testStore();
      const references: string[] = [];
      for (let n = 0; n < 5; n++) references.push(await sent(store, NOW));
      const all = await collect(store.applications.all({}, pageSize));
      expect(all.map(({ reference }) => reference)).toEqual(references.sort());
      expect(new Set(all.map(({ files }) => files[0]?.storedName)).size).toBe(5);
    },
  );

  it('can be submitted while they are read', async () => {
    const store = await testStore();
    await sent(store, NOW);
    let count = 0;
    for await (const _application of store.applications.all())
      if (++count < 3) await sent(store, NOW + count);
    expect(count).toBe(3);
  });

  it('keep the file order of the draft', async () => {
    const store = await testStore();
    const { id, submitKey } = await newDraft(store);
    const names = ['c.pdf', 'a.pdf', 'b.pdf', 'a.pdf'];
    for (const name of names) await store.drafts.addFile(id, fileRow({ name }), { now: NOW });
    await store.applications.submit(id, submitKey, values, { now: NOW });
    const [application] = await collect(store.applications.all());
    expect(application?.files.map(({ name }) => name)).toEqual(names);
  });
});
