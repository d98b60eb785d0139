import { describe, expect, it } from 'vitest';
import { NOW, newDraft, readyDraft, testStore, values } from './testing/index.ts';

describe('a draft', () => {
  it('has an identifier of 128 bits and a key of its own', async () => {
    const store = await testStore();
    const [one, two] = [await newDraft(store), await newDraft(store)];
    for (const text of [one.id, one.submitKey]) expect(text).toMatch(/^[\w-]{22}$/u);
    expect(new Set([one.id, two.id, one.submitKey, two.submitKey]).size).toBe(4);
  });

  it('is found again as it was made', async () => {
    const store = await testStore();
    const draft = await newDraft(store);
    expect(await store.drafts.get(draft.id)).toEqual(draft);
    expect(await store.drafts.get('another')).toBeUndefined();
  });

  it('keeps every field to the letter', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const typed = { ...values, companyName: 'nul\0 and \u202e' };
    expect(await store.drafts.saveFields(id, typed, NOW)).toBe(true);
    expect(await store.drafts.fields(id)).toEqual(typed);
  });

  it('keeps what a later post does not bring, and takes what it empties', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    await store.drafts.saveFields(id, { companyName: 'A', industry: 'B' }, NOW);
    await store.drafts.saveFields(id, { industry: '', contactPerson: undefined }, NOW + 1);
    expect(await store.drafts.fields(id)).toEqual({ companyName: 'A', industry: '' });
    expect(await store.drafts.get(id)).toMatchObject({ createdAt: NOW, updatedAt: NOW + 1 });
  });

  it('has no fields of another', async () => {
    const store = await testStore();
    const [one, two] = [await newDraft(store), await newDraft(store)];
    await store.drafts.saveFields(one.id, values, NOW);
    expect(await store.drafts.fields(two.id)).toEqual({});
  });

  it('that is gone or sent takes no fields', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    await store.applications.submit(id, submitKey, values, NOW);
    expect(await store.drafts.saveFields(id, { companyName: 'late' }, NOW)).toBe(false);
    expect(await store.drafts.saveFields('gone', { companyName: 'late' }, NOW)).toBe(false);
    expect(await store.drafts.fields(id)).toEqual({});
  });

  it('takes the language of the page until it is sent', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    await store.drafts.setLanguage(id, 'en');
    await store.applications.submit(id, submitKey, values, NOW);
    await store.drafts.setLanguage(id, 'zh');
    expect(await store.drafts.get(id)).toMatchObject({ language: 'en' });
  });
});
