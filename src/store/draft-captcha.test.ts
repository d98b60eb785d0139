import { describe, expect, it } from 'vitest';
import { NOW, newDraft, testStore } from './testing/index.ts';

const fresh = { captcha: 'fresh', expiresAt: NOW + 100 };
const is = (answer: string) => (captcha: string | undefined) => captcha === answer;

async function draftWithCaptcha() {
  const store = await testStore();
  const { id } = await newDraft(store);
  await store.drafts.setCaptcha(id, { captcha: 'code', expiresAt: NOW + 10 });
  return { drafts: store.drafts, id };
}

describe('the captcha of a draft', () => {
  it('is the same as often as it is shown', async () => {
    const { drafts, id } = await draftWithCaptcha();
    for (let n = 0; n < 2; n++) {
      expect(await drafts.ensureCaptcha(id, fresh, NOW)).toEqual({ captcha: 'code', expiresAt: NOW + 10 });
    }
  });

  it('is made where there is none', async () => {
    const store = await testStore();
    const { id } = await newDraft(store);
    expect(await store.drafts.ensureCaptcha(id, fresh, NOW)).toEqual(fresh);
    expect(await store.drafts.ensureCaptcha(id, { ...fresh, captcha: 'later' }, NOW)).toEqual(fresh);
  });

  it.each([
    [9, 'right', 'code'],
    [10, 'expired', 'fresh'],
    [11, 'expired', 'fresh'],
  ] as const)(
    '%d ms after it was made, of 10, an answer is %s and %s is shown',
    async (later, verdict, shown) => {
      const { drafts, id } = await draftWithCaptcha();
      expect(await drafts.ensureCaptcha(id, fresh, NOW + later)).toMatchObject({ captcha: shown });
      const other = await draftWithCaptcha();
      expect(await other.drafts.answerCaptcha(other.id, is('code'), NOW + later)).toBe(verdict);
    },
  );

  it('is used up by a wrong answer', async () => {
    const { drafts, id } = await draftWithCaptcha();
    expect(await drafts.answerCaptcha(id, is('other'), NOW)).toBe('wrong');
    expect(await drafts.answerCaptcha(id, is('code'), NOW)).toBe('expired');
    expect(await drafts.ensureCaptcha(id, fresh, NOW)).toEqual(fresh);
  });

  it('is used up once by wrong answers that come together', async () => {
    const { drafts, id } = await draftWithCaptcha();
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, () => drafts.answerCaptcha(id, is('other'), NOW)),
    );
    expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(1);
  });

  it('once solved stays so, for every answer after it, and the code is forgotten', async () => {
    const { drafts, id } = await draftWithCaptcha();
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, () => drafts.answerCaptcha(id, is('code'), NOW + 1)),
    );
    expect(new Set(verdicts)).toEqual(new Set(['right']));
    await drafts.saveFields(id, { industry: 'x' }, NOW + 2);
    expect(await drafts.get(id)).toMatchObject({ captcha: null, captchaSolvedAt: NOW + 1 });
    expect(await drafts.ensureCaptcha(id, fresh, NOW + 2)).toBeUndefined();
  });

  it('is replaced by a new one', async () => {
    const { drafts, id } = await draftWithCaptcha();
    await drafts.setCaptcha(id, { captcha: 'another', expiresAt: NOW + 10 });
    expect(await drafts.answerCaptcha(id, is('another'), NOW)).toBe('right');
  });

  it('of no draft is nothing', async () => {
    const { drafts } = await draftWithCaptcha();
    expect(await drafts.ensureCaptcha('gone', fresh, NOW)).toBeUndefined();
    expect(await drafts.answerCaptcha('gone', is('code'), NOW)).toBe('expired');
  });
});
