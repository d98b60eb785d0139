import { describe, expect, it } from 'vitest';
import { NOW, newDraft, testStore } from './testing/index.ts';

const fresh = { captcha: 'fresh', expiresAt: NOW + 100 };
const is = (answer: string) => ({ isRight: (captcha: string | undefined) => captcha === answer });

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

  it('is created for a draft without one', async () => {
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

describe('a code that the form brought', () => {
  const brought = { id: 'an id', captcha: 'sealed', expiresAt: NOW + 10 };

  it('is judged instead of the draft’s own, and solves the draft', async () => {
    const { drafts, id } = await draftWithCaptcha();
    expect(await drafts.answerCaptcha(id, { ...is('sealed'), brought }, NOW)).toBe('right');
    expect(await drafts.get(id)).toMatchObject({ captchaSolvedAt: NOW });
  });

  it.each([
    ['no code at all', null, 0],
    ['expired', brought, 10],
  ])('is expired where it is %s, though the draft’s own lives', async (_what, given, later) => {
    const { drafts, id } = await draftWithCaptcha();
    expect(await drafts.answerCaptcha(id, { ...is('code'), brought: given }, NOW + later)).toBe('expired');
  });

  it('is judged once in all, whatever draft it comes to', async () => {
    const store = await testStore();
    const drafts = await Promise.all(Array.from({ length: 45 }, () => newDraft(store)));
    const verdicts = await Promise.all(
      drafts.map(({ id }, at) =>
        store.drafts.answerCaptcha(id, { ...is(at % 2 ? 'sealed' : 'wrong'), brought }, NOW),
      ),
    );
    expect(verdicts.filter((verdict) => verdict !== 'expired')).toHaveLength(1);
  });

  it('is forgotten when it would have expired anyway', async () => {
    const store = await testStore();
    const [one, other] = [await newDraft(store), await newDraft(store)];
    await store.drafts.answerCaptcha(one.id, { ...is('x'), brought }, NOW);
    await store.rateCounters.increment('whoever counts next', 1000, NOW + 10);
    const longer = { ...brought, expiresAt: NOW + 20 };
    expect(await store.drafts.answerCaptcha(other.id, { ...is('sealed'), brought: longer }, NOW + 10)).toBe(
      'right',
    );
  });
});

describe('wrong answers under one key', () => {
  const limit = { key: 'wrong', most: 3, windowMs: 1000 };

  it('that come at once are judged up to their limit, and ignored beyond it', async () => {
    const store = await testStore();
    const drafts = await Promise.all(Array.from({ length: 20 }, () => newDraft(store)));
    const verdicts = await Promise.all(
      drafts.map(async ({ id }) => {
        await store.drafts.setCaptcha(id, { captcha: 'code', expiresAt: NOW + 10 });
        return store.drafts.answerCaptcha(id, { ...is('wrong'), limit }, NOW);
      }),
    );
    expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(3);
    expect(verdicts.filter((verdict) => verdict === 'tooOften')).toHaveLength(17);
  });

  it('do not count right ones', async () => {
    const store = await testStore();
    for (let times = 0; times < 5; times += 1) {
      const { id } = await newDraft(store);
      await store.drafts.setCaptcha(id, { captcha: 'code', expiresAt: NOW + 10 });
      expect(await store.drafts.answerCaptcha(id, { ...is('code'), limit }, NOW)).toBe('right');
    }
  });
});
