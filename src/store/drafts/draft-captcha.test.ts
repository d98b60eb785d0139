import { describe, expect, it } from 'vitest';
import { NOW, newDraft, testStore } from '../testing/index.ts';

const code = { id: 'an id', captcha: 'sealed', expiresAt: NOW + 10 };
const is = (answer: string) => ({ isRight: (captcha: string | undefined) => captcha === answer });

async function emptyDraft() {
  const store = await testStore();
  const { id } = await newDraft(store);
  return { drafts: store.drafts, id };
}

describe('captcha of a draft', () => {
  it.each([
    [9, 'right'],
    [10, 'expired'],
    [11, 'expired'],
  ] as const)('%d ms after the code was made, of 10, an answer is %s', async (later, verdict) => {
    const { drafts, id } = await emptyDraft();
    expect(await drafts.answerCaptcha(id, { ...is('sealed'), code }, NOW + later)).toBe(verdict);
  });

  it('is expired without a code', async () => {
    const { drafts, id } = await emptyDraft();
    expect(await drafts.answerCaptcha(id, is('sealed'), NOW)).toBe('expired');
  });

  it('consumes its code with a wrong answer', async () => {
    const { drafts, id } = await emptyDraft();
    expect(await drafts.answerCaptcha(id, { ...is('other'), code }, NOW)).toBe('wrong');
    expect(await drafts.answerCaptcha(id, { ...is('sealed'), code }, NOW)).toBe('expired');
  });

  it('accepts a code once across all drafts', async () => {
    const store = await testStore();
    const drafts = await Promise.all(Array.from({ length: 45 }, () => newDraft(store)));
    const verdicts = await Promise.all(
      drafts.map(({ id }, at) =>
        store.drafts.answerCaptcha(id, { ...is(at % 2 ? 'sealed' : 'wrong'), code }, NOW),
      ),
    );
    expect(verdicts.filter((verdict) => verdict !== 'expired')).toHaveLength(1);
  });

  it('forgets a used code after its expiry', async () => {
    const store = await testStore();
    const [one, other] = [await newDraft(store), await newDraft(store)];
    await store.drafts.answerCaptcha(one.id, { ...is('x'), code }, NOW);
    await store.rateCounters.increment('whoever counts next', 1000, NOW + 10);
    const longer = { ...code, expiresAt: NOW + 20 };
    expect(await store.drafts.answerCaptcha(other.id, { ...is('sealed'), code: longer }, NOW + 10)).toBe(
      'right',
    );
  });

  it('stays solved after a right answer', async () => {
    const { drafts, id } = await emptyDraft();
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, () => drafts.answerCaptcha(id, { ...is('sealed'), code }, NOW + 1)),
    );
    expect(new Set(verdicts)).toEqual(new Set(['right']));
    await drafts.saveFields(id, { industry: 'x' }, NOW + 2);
    expect(await drafts.get(id)).toMatchObject({ captchaSolvedAt: NOW + 1 });
  });

  it('is expired without a draft', async () => {
    const { drafts } = await emptyDraft();
    expect(await drafts.answerCaptcha('gone', { ...is('sealed'), code }, NOW)).toBe('expired');
  });
});

describe('wrong captcha answers of one key', () => {
  const limit = { key: 'wrong', max: 3, windowMs: 1000 };

  it('are checked up to the limit when concurrent', async () => {
    const store = await testStore();
    const drafts = await Promise.all(Array.from({ length: 20 }, () => newDraft(store)));
    const verdicts = await Promise.all(
      drafts.map(({ id }) =>
        store.drafts.answerCaptcha(id, { ...is('wrong'), code: { ...code, id }, limit }, NOW),
      ),
    );
    expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(3);
    expect(verdicts.filter((verdict) => verdict === 'tooOften')).toHaveLength(17);
  });

  it('do not include right answers', async () => {
    const store = await testStore();
    for (let times = 0; times < 5; times += 1) {
      const { id } = await newDraft(store);
      const answer = { ...is('sealed'), code: { ...code, id }, limit };
      expect(await store.drafts.answerCaptcha(id, answer, NOW)).toBe('right');
    }
  });
});
