import { describe, expect, it } from 'vitest';
import { NOW, newDraft, testStore } from './testing/index.ts';

async function draftWithCaptcha() {
  const store = await testStore();
  const { id } = await newDraft(store);
  await store.drafts.setCaptcha(id, 'code', NOW + 10);
  return { drafts: store.drafts, id };
}

describe('the captcha of a draft', () => {
  it('is seen as often as it is asked for', async () => {
    const { drafts, id } = await draftWithCaptcha();
    for (let n = 0; n < 2; n++) {
      expect(await drafts.get(id)).toMatchObject({ captcha: 'code', captchaExpiresAt: NOW + 10 });
    }
  });

  it('is taken once', async () => {
    const { drafts, id } = await draftWithCaptcha();
    expect(await drafts.takeCaptcha(id, NOW)).toBe('code');
    expect(await drafts.takeCaptcha(id, NOW)).toBeUndefined();
  });

  it('is taken once by answers that come together', async () => {
    const { drafts, id } = await draftWithCaptcha();
    const taken = await Promise.all(Array.from({ length: 10 }, () => drafts.takeCaptcha(id, NOW)));
    expect(taken.filter(Boolean)).toEqual(['code']);
  });

  it.each([
    [9, 'code'],
    [10, undefined],
    [11, undefined],
  ])('%d ms after it was made, of 10, is %s', async (later, taken) => {
    const { drafts, id } = await draftWithCaptcha();
    expect(await drafts.takeCaptcha(id, NOW + later)).toBe(taken);
  });

  it('is replaced by a new one', async () => {
    const { drafts, id } = await draftWithCaptcha();
    await drafts.setCaptcha(id, 'another', NOW + 10);
    expect(await drafts.takeCaptcha(id, NOW)).toBe('another');
  });

  it('once solved stays so, and the code is forgotten', async () => {
    const { drafts, id } = await draftWithCaptcha();
    await drafts.markSolved(id, NOW + 1);
    await drafts.saveFields(id, { industry: 'x' }, NOW + 2);
    expect(await drafts.get(id)).toMatchObject({ captcha: null, captchaSolvedAt: NOW + 1 });
  });

  it('of no draft is nothing', async () => {
    const { drafts } = await draftWithCaptcha();
    expect(await drafts.takeCaptcha('gone', NOW)).toBeUndefined();
  });
});
