import { expect, it } from 'vitest';
import { newIdentifier } from '../../../lib/identifiers.ts';
import { NOW, newDraft, quotaOf, testStore } from '../testing/index.ts';
import type { Draft } from './drafts.ts';

const code = { id: 'an id', captcha: 'sealed', expiresAt: NOW + 10 };
const is = (answer: string) => ({ isRight: (captcha: string | undefined) => captcha === answer });

async function drafts(count: number) {
  const store = await testStore();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await newDraft(store)).id);
  return { store, drafts: store.drafts, ids, id: ids[0] ?? '' };
}

it('accepts a captcha answer until its code expires', async () => {
  const { drafts: all, ids } = await drafts(2);
  const answer = { ...is('sealed'), code };
  expect(await all.answerCaptcha(ids[0] ?? '', answer, NOW + 10)).toBe('expired');
  expect(await all.answerCaptcha(ids[1] ?? '', answer, NOW + 9)).toBe('right');
});

it('consumes a captcha code with a wrong answer', async () => {
  const { drafts: all, id } = await drafts(1);
  expect(await all.answerCaptcha(id, { ...is('other'), code }, NOW)).toBe('wrong');
  expect(await all.answerCaptcha(id, { ...is('sealed'), code }, NOW)).toBe('expired');
});

it('accepts a captcha code only once across concurrent requests', async () => {
  const { drafts: all, ids } = await drafts(10);
  const verdicts = await Promise.all(
    ids.map((id, at) => all.answerCaptcha(id, { ...is(at % 2 ? 'sealed' : 'wrong'), code }, NOW)),
  );
  expect(verdicts.filter((verdict) => verdict !== 'expired')).toHaveLength(1);
});

it('keeps a captcha solved after a right answer', async () => {
  const { drafts: all, id } = await drafts(1);
  for (const answer of ['sealed', 'anything'])
    expect(await all.answerCaptcha(id, { ...is(answer), code }, NOW + 1)).toBe('right');
  await all.saveFields(id, { industry: 'x' }, NOW + 2);
  expect(await all.get(id)).toMatchObject({ captchaSolvedAt: NOW + 1 });
});

const MINUTE_MS = 60_000;
/** Creates helpers to answer for drafts of different sessions behind one client address. */
async function answers({ ofSession, ofAddress }: { ofSession: number; ofAddress: number }) {
  const store = await testStore();
  const answer = ({ id, session }: Draft, word: string, now = NOW) =>
    store.drafts.answerCaptcha(
      id,
      {
        ...is(word),
        code: { ...code, id: newIdentifier(), expiresAt: now + 1 },
        quotas: [
          quotaOf({ key: `session ${session}`, max: ofSession, windowMs: MINUTE_MS, isShared: false }),
          quotaOf({ key: 'address', max: ofAddress, windowMs: MINUTE_MS }),
        ],
      },
      now,
    );
  const begin = (session: string, now = NOW) => newDraft(store, now, { session });
  return { answer, begin };
}

it('limits concurrent wrong captcha answers per session without blocking other sessions', async () => {
  const { answer, begin } = await answers({ ofSession: 3, ofAddress: 10 });
  const [mine, other] = [await begin('mine'), await begin('other')];
  const verdicts = await Promise.all(Array.from({ length: 8 }, () => answer(mine, 'wrong')));
  expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(3);
  expect(verdicts.filter((verdict) => verdict === 'tooOften')).toHaveLength(5);
  expect(await answer(other, 'sealed')).toBe('right');
  expect(await answer(mine, 'sealed', NOW + MINUTE_MS - 1)).toBe('tooOften');
  expect(await answer(mine, 'sealed', NOW + MINUTE_MS)).toBe('right');
});

it('accepts captcha answers of older drafts after the quota of their address is exhausted', async () => {
  const { answer, begin } = await answers({ ofSession: 2, ofAddress: 2 });
  for (const session of ['a', 'b', 'c']) expect(await answer(await begin(session), 'sealed')).toBe('right');
  const older = await begin('older', NOW - 1);
  for (const session of ['d', 'e']) expect(await answer(await begin(session), 'wrong')).toBe('wrong');
  expect(await answer(await begin('new'), 'sealed')).toBe('tooOften');
  expect(await answer(older, 'wrong')).toBe('wrong');
  expect(await answer(older, 'sealed')).toBe('right');
});
