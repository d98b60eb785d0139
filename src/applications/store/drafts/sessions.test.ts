import { promisify } from 'node:util';
import type { SessionData } from 'express-session';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../lib/days.ts';
import { DRAFT_DAYS } from '../../rules/limits.ts';
import { testStore } from '../testing/index.ts';

const HOUR_MS = 3_600_000;
const SESSION_MS = DRAFT_DAYS * DAY_MS;

const dataOf = (draftId: string, inMs: number): SessionData =>
  JSON.parse(
    JSON.stringify({ draftId, cookie: { originalMaxAge: inMs, expires: new Date(Date.now() + inMs) } }),
  ) as SessionData;

async function openSessions() {
  const store = await testStore();
  const { sessions } = store;
  const call = <Args extends unknown[], Result>(
    method: (...args: [...Args, (error: unknown, result?: Result | null) => void]) => void,
  ) => promisify(method.bind(sessions)) as (...args: Args) => Promise<Result | null>;
  const { get, set, touch, destroy } = sessions;
  return { store, get: call(get), set: call(set), touch: call(touch), destroy: call(destroy) };
}

it('replaces, expires and destroys stored sessions', async () => {
  const { get, set, destroy } = await openSessions();
  expect(await get('a')).toBeNull();
  for (const data of [dataOf('1', HOUR_MS), dataOf('2', HOUR_MS)]) {
    await set('a', data);
    expect(await get('a')).toEqual(data);
  }
  await set('a', dataOf('3', -1));
  expect(await get('a')).toBeNull();
  await destroy('a');
  expect(await get('a')).toBeNull();
});

it('keeps a session without an expiry for seven days', async () => {
  const { store, set } = await openSessions();
  await set('a', { cookie: { originalMaxAge: null } } as SessionData);
  expect(await store.sweep(Date.now() + SESSION_MS - HOUR_MS)).toMatchObject({ sessions: 0 });
  expect(await store.sweep(Date.now() + SESSION_MS)).toMatchObject({ sessions: 1 });
});

it('extends only an existing session on touch, without changing its data', async () => {
  const { store, get, set, touch } = await openSessions();
  await set('a', dataOf('1', HOUR_MS));
  for (const id of ['a', 'b']) await touch(id, dataOf('ignored', SESSION_MS));
  await store.sweep(Date.now() + SESSION_MS - HOUR_MS);
  expect(await get('a')).toMatchObject({ draftId: '1' });
  expect(await get('b')).toBeNull();
});
