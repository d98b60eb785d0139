import { describe, expect, it } from 'vitest';
import {
  addUpload,
  EXPIRED_DRAFT_MS,
  NOW,
  newDraft,
  readyDraft,
  testStore,
  values,
} from '../testing/index.ts';

const LATER = NOW + EXPIRED_DRAFT_MS;

describe('abandoned drafts', () => {
  it('count at the last filled field in form order', async () => {
    const store = await testStore();
    const fill = async (fields: object) => store.drafts.saveFields((await newDraft(store)).id, fields, NOW);
    await newDraft(store);
    await fill({ companyName: 'A', industry: 'B' });
    // Every POST brings all fields: those without a letter in them say nothing.
    await fill({ companyName: 'A', contactPerson: '', industry: '  ' });
    await fill({ companyName: '', companyShortName: '' });
    await fill({ companyDescription: 'C' });
    expect((await store.sweep(LATER))?.abandoned).toEqual({
      none: 2,
      companyName: 1,
      industry: 1,
      companyDescription: 1,
    });
  });

  it('count at the solved captcha, and at the files first', async () => {
    const store = await testStore();
    const solved = await newDraft(store);
    await store.drafts.saveFields(solved.id, { companyName: 'A' }, NOW);
    await store.drafts.answerCaptcha(solved.id, { isRight: () => true }, NOW);
    const withFile = await newDraft(store);
    await addUpload(store, withFile.id);
    expect((await store.sweep(LATER))?.abandoned).toEqual({ captcha: 1, declareFile: 1 });
  });

  it('do not count after submission or before expiry', async () => {
    const store = await testStore();
    const sent = await readyDraft(store);
    await store.applications.submit(sent.id, sent.submitKey, values, { now: NOW });
    await newDraft(store, LATER);
    expect((await store.sweep(LATER))?.abandoned).toEqual({});
  });
});
