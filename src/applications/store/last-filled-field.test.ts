import { expect, it } from 'vitest';
import { EXPIRED_DRAFT_MS, NOW, newDraft, readyDraft, submitDraft, testStore } from './testing/index.ts';

it('counts abandoned drafts by their last filled field in form order', async () => {
  const store = await testStore();
  const { drafts } = store;
  const fill = async (fields: object) => {
    const { id } = await newDraft(store);
    await drafts.saveFields(id, fields, NOW);
    return id;
  };
  await newDraft(store);
  await fill({ industry: 'B', companyName: 'A' });
  // Every request has all fields, so blank ones do not count.
  await fill({ companyName: 'A', contactPerson: '', industry: '  ' });
  await fill({ companyName: '', companyShortName: '' });
  await drafts.answerCaptcha(await fill({ companyDescription: 'C' }), { isRight: () => true }, NOW);
  await readyDraft(store);
  await submitDraft(store);
  const later = NOW + EXPIRED_DRAFT_MS;
  await newDraft(store, later);
  expect((await store.sweep(later))?.abandoned).toEqual({
    none: 2,
    companyName: 1,
    industry: 1,
    captcha: 1,
    declareFile: 1,
  });
});
