import { describe, expect, it } from 'vitest';
import { fields } from '../../form/rules/fields.ts';
import { DRAFT_DAYS, MAX_TEXT_BYTES } from '../../form/rules/limits.ts';
import { DAY_MS } from '../../lib/days.ts';
import { engine, NOW, newDraft, readyDraft, testStore, textOf, values } from '../testing/index.ts';

describe('draft', () => {
  it('has a 128-bit id and a unique key', async () => {
    const store = await testStore();
    const [one, two] = [await newDraft(store), await newDraft(store)];
    for (const text of [one.id, one.submitKey]) expect(text).toMatch(/^[\w-]{22}$/u);
    expect(new Set([one.id, two.id, one.submitKey, two.submitKey]).size).toBe(4);
  });

  it('is returned unchanged', async () => {
    const store = await testStore();
    const draft = await newDraft(store);
    expect(await store.drafts.get(draft.id)).toEqual(draft);
    expect(await store.drafts.get('another')).toBeUndefined();
  });

  it('is found by key, and as the latest of its session until it expires', async () => {
    const store = await testStore();
    const [older, draft] = [
      await newDraft(store, NOW - 1, { session: 's' }),
      await newDraft(store, NOW, { session: 's', submitKey: 'key' }),
    ];
    await newDraft(store, NOW, { session: 'another' });
    expect(await store.drafts.byKey('key')).toEqual(draft);
    expect(await store.drafts.latestOf('s', NOW + DRAFT_DAYS * DAY_MS)).toEqual(draft);
    expect(await store.drafts.latestOf('s', NOW + DRAFT_DAYS * DAY_MS + 1)).toBeUndefined();
    await store.drafts.saveFields(older.id, values, NOW + 1);
    expect(await store.drafts.latestOf('s', NOW + 1)).toMatchObject({ id: older.id });
  });

  it('is not created with the key of another draft', async () => {
    const store = await testStore();
    const draft = await newDraft(store);
    const { submitKey } = draft;
    expect(
      await store.drafts.create({ language: 'en', addressHash: 'a', session: 's', submitKey }),
    ).toBeUndefined();
    expect(await store.drafts.get(draft.id)).toEqual(draft);
  });

  it('stores field values unchanged', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const typed = { ...values, companyName: 'nul\0 and \u202e' };
    expect(await store.drafts.saveFields(id, typed, NOW)).toEqual([]);
    const companyName = engine === 'SQLite' ? typed.companyName : 'nul and \u202e';
    expect(await store.drafts.fields(id)).toEqual({ ...typed, companyName });
  });

  it('keeps missing fields of a later POST and clears empty ones', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    await store.drafts.saveFields(id, { companyName: 'A', industry: 'B' }, NOW);
    await store.drafts.saveFields(id, { industry: '', contactPerson: undefined }, NOW + 1);
    expect(await store.drafts.fields(id)).toEqual({ companyName: 'A', industry: '' });
    expect(await store.drafts.get(id)).toMatchObject({ createdAt: NOW, updatedAt: NOW + 1 });
  });

  it('has no fields of another draft', async () => {
    const store = await testStore();
    const [one, two] = [await newDraft(store), await newDraft(store)];
    await store.drafts.saveFields(one.id, values, NOW);
    expect(await store.drafts.fields(two.id)).toEqual({});
  });

  it('saves no fields if it is missing or submitted', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    await store.applications.submit(id, submitKey, values, { now: NOW });
    await store.drafts.saveFields(id, { companyName: 'late' }, NOW);
    await store.drafts.saveFields('gone', { companyName: 'late' }, NOW);
    expect(await store.drafts.fields(id)).toEqual({});
  });

  it('follows the language of the page until submission', async () => {
    const store = await testStore();
    const { id, submitKey } = await readyDraft(store);
    await store.drafts.setLanguage(id, 'en');
    await store.applications.submit(id, submitKey, values, { now: NOW });
    await store.drafts.setLanguage(id, 'zh');
    expect(await store.drafts.get(id)).toMatchObject({ language: 'en' });
  });

  it('is removed with texts and files unless it was submitted', async () => {
    const store = await testStore();
    const [open, sent] = [await readyDraft(store), await readyDraft(store)];
    await store.applications.submit(sent.id, sent.submitKey, values, { now: NOW });
    for (const { id } of [open, sent]) await store.drafts.remove(id);
    expect(await store.drafts.get(open.id)).toBeUndefined();
    expect(await store.drafts.fields(open.id)).toEqual({});
    await expect(textOf(store, open.storedName)).rejects.toThrow('ENOENT');
    expect(await store.drafts.get(sent.id)).toMatchObject({ id: sent.id });
    expect(await textOf(store, sent.storedName)).toBe('abc');
  });
});

describe('texts of a draft', () => {
  const bytesOf = (texts: object) =>
    Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);

  it('have room for the longest application of four-byte characters, several times over', () => {
    const longest = Object.values(fields).reduce((sum, { max }) => sum + 4 * max, 0);
    expect(MAX_TEXT_BYTES).toBeGreaterThan(4 * longest);
  });

  it('never exceed the limit: the longest new ones are left out and named', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const half = '青'.repeat(Math.ceil(MAX_TEXT_BYTES / 6));
    const texts = {
      companyName: half,
      industry: 'short',
      registrationPlace: `${half}longer`,
      contactPerson: 'x',
    };
    expect(await store.drafts.saveFields(id, texts, NOW)).toEqual(['registrationPlace']);
    const { registrationPlace: _left, ...others } = texts;
    expect(await store.drafts.fields(id)).toEqual(others);
  });

  it('count together with those of earlier POSTs', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    const most = 'x'.repeat(MAX_TEXT_BYTES);
    expect(await store.drafts.saveFields(id, { companyName: most }, NOW)).toEqual([]);
    expect(await store.drafts.saveFields(id, { industry: 'y' }, NOW)).toEqual(['industry']);
    expect(await store.drafts.saveFields(id, { companyName: 'short', industry: 'y' }, NOW)).toEqual([]);
    expect(bytesOf(await store.drafts.fields(id))).toBe(6);
  });
});
