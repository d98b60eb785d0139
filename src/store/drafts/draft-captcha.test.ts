import { expect, it } from 'vitest';
import { NOW, newDraft, testStore } from '../testing/index.ts';

const code = { id: 'an id', captcha: 'sealed', expiresAt: NOW + 10 };
const is = (answer: string) => ({ isRight: (captcha: string | undefined) => captcha === answer });

async function drafts(count: number) {
  const store = await testStore();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await newDraft(store)).id);
  return { store, drafts: store.drafts, ids, id: ids[0] ?? '' };
}

it('accepts a captcha answer until the code expires', async () => {
  const { drafts: all, ids } = await drafts(2);
  const answer = { ...is('sealed'), code };
  expect(await all.answerCaptcha(ids[0] ?? '', answer, NOW + 10)).toBe('expired');
  expect(await all.answerCaptcha(ids[1] ?? '', answer, NOW + 9)).toBe('right');
});

it('reports a captcha answer without code or draft as expired', async () => {
  const { drafts: all, id } = await drafts(1);
  expect(await all.answerCaptcha(id, is('sealed'), NOW)).toBe('expired');
  expect(await all.answerCaptcha('gone', { ...is('sealed'), code }, NOW)).toBe('expired');
});

it('consumes a captcha code with a wrong answer', async () => {
  const { drafts: all, id } = await drafts(1);
  expect(await all.answerCaptcha(id, { ...is('other'), code }, NOW)).toBe('wrong');
  expect(await all.answerCaptcha(id, { ...is('sealed'), code }, NOW)).toBe('expired');
});

it('accepts a captcha code once in concurrent requests of all drafts', async () => {
  const { drafts: all, ids } = await drafts(10);
  const verdicts = await Promise.all(
    ids.map((id, at) => all.answerCaptcha(id, { ...is(at % 2 ? 'sealed' : 'wrong'), code }, NOW)),
  );
  expect(verdicts.filter((verdict) => verdict !== 'expired')).toHaveLength(1);
});

it('forgets a used captcha code after its expiry', async () => {
  const { store, drafts: all, ids } = await drafts(2);
  await all.answerCaptcha(ids[0] ?? '', { ...is('x'), code }, NOW);
  await store.rateCounters.increment('whoever counts next', 1000, NOW + 10);
  const longer = { ...code, expiresAt: NOW + 20 };
  expect(await all.answerCaptcha(ids[1] ?? '', { ...is('sealed'), code: longer }, NOW + 10)).toBe('right');
});

it('keeps a captcha solved after a right answer', async () => {
  const { drafts: all, id } = await drafts(1);
  for (const answer of ['sealed', 'anything'])
    expect(await all.answerCaptcha(id, { ...is(answer), code }, NOW + 1)).toBe('right');
  await all.saveFields(id, { industry: 'x' }, NOW + 2);
  expect(await all.get(id)).toMatchObject({ captchaSolvedAt: NOW + 1 });
});

it('checks wrong captcha answers of one key up to the limit, and does not count right ones', async () => {
  const limit = { key: 'wrong', max: 3, windowMs: 1000 };
  const { drafts: all, ids } = await drafts(14);
  const answer = (id: string, word: string, now = NOW) =>
    all.answerCaptcha(id, { ...is(word), code: { ...code, id, expiresAt: NOW + 5000 }, limit }, now);
  for (const id of ids.splice(0, 4)) expect(await answer(id, 'sealed')).toBe('right');
  const verdicts = await Promise.all(ids.map((id) => answer(id, 'wrong')));
  expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(3);
  expect(verdicts.filter((verdict) => verdict === 'tooOften')).toHaveLength(7);
  const refused = ids[verdicts.indexOf('tooOften')] ?? '';
  expect(await answer(refused, 'sealed', NOW + limit.windowMs - 1)).toBe('tooOften');
  expect(await answer(refused, 'sealed', NOW + limit.windowMs)).toBe('right');
});
