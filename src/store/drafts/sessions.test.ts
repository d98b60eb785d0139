import express from 'express';
import session, { type SessionData } from 'express-session';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { SESSION_DAYS } from '../../form/rules/limits.ts';
import { DAY_MS } from '../../lib/days.ts';
import { temporaryFolder, testStore } from '../testing/index.ts';
import type { SessionStore } from './sessions.ts';

declare module 'express-session' {
  interface SessionData {
    draftId?: string;
  }
}

const HOUR_MS = 3_600_000;
const SESSION_MS = SESSION_DAYS * DAY_MS;

const dataOf = (draftId: string, inMs: number): SessionData =>
  JSON.parse(
    JSON.stringify({ draftId, cookie: { originalMaxAge: inMs, expires: new Date(Date.now() + inMs) } }),
  ) as SessionData;

const asked = <T>(ask: (done: (error: unknown, result?: T) => void) => void): Promise<T | undefined> =>
  new Promise((resolve, reject) => ask((error, result) => (error ? reject(error) : resolve(result))));
const get = (store: SessionStore, id: string) => asked<SessionData | null>((done) => store.get(id, done));
const set = (store: SessionStore, id: string, data: SessionData) =>
  asked((done) => store.set(id, data, done));
const touch = (store: SessionStore, id: string, data: SessionData) =>
  asked((done) => store.touch(id, data, done));
const destroy = (store: SessionStore, id: string) => asked((done) => store.destroy(id, done));

describe('session store', () => {
  it('stores, replaces and destroys sessions', async () => {
    const { sessions } = await testStore();
    expect(await get(sessions, 'a')).toBeNull();
    const [one, two] = [dataOf('1', HOUR_MS), dataOf('2', HOUR_MS)];
    await set(sessions, 'a', one);
    expect(await get(sessions, 'a')).toEqual(one);
    await set(sessions, 'a', two);
    expect(await get(sessions, 'a')).toEqual(two);
    await destroy(sessions, 'a');
    expect(await get(sessions, 'a')).toBeNull();
  });

  it('returns no expired session', async () => {
    const { sessions } = await testStore();
    await set(sessions, 'a', dataOf('1', -1));
    expect(await get(sessions, 'a')).toBeNull();
  });

  it('keeps a session without expiry for seven days', async () => {
    const store = await testStore();
    await set(store.sessions, 'a', { cookie: { originalMaxAge: null } } as SessionData);
    expect(await store.sweep(Date.now() + SESSION_MS - HOUR_MS)).toMatchObject({ sessions: 0 });
    expect(await store.sweep(Date.now() + SESSION_MS)).toMatchObject({ sessions: 1 });
  });

  it('extends a session on touch and keeps its data', async () => {
    const store = await testStore();
    await set(store.sessions, 'a', dataOf('1', HOUR_MS));
    await touch(store.sessions, 'a', dataOf('ignored', SESSION_MS));
    await store.sweep(Date.now() + SESSION_MS - HOUR_MS);
    expect(await get(store.sessions, 'a')).toMatchObject({ draftId: '1' });
  });

  it('does not create a session on touch', async () => {
    const { sessions } = await testStore();
    await touch(sessions, 'a', dataOf('1', HOUR_MS));
    expect(await get(sessions, 'a')).toBeNull();
  });

  it('passes errors to the callback', async () => {
    const store = await testStore();
    await store.close();
    await expect(get(store.sessions, 'a')).rejects.toThrow();
    await expect(set(store.sessions, 'a', dataOf('1', HOUR_MS))).rejects.toThrow();
  });

  it('serves express-session across a restart', async () => {
    const folder = await temporaryFolder();
    const first = await testStore(folder);
    const made = await request(appWith(first.sessions)).get('/new');
    const cookie = made.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    await first.close();
    const again = await request(appWith((await testStore(folder)).sessions))
      .get('/')
      .set('cookie', cookie);
    expect(again.text).toBe('the draft');
  });
});

function appWith(store: SessionStore) {
  const app = express();
  const options = { secret: 'a secret of tests', resave: false, saveUninitialized: false, rolling: true };
  app.use(session({ ...options, store, cookie: { maxAge: SESSION_MS } }));
  app.get('/new', (req, res) => {
    req.session.draftId = 'the draft';
    res.send('made');
  });
  app.get('/', (req, res) => {
    res.send(req.session.draftId ?? 'none');
  });
  return app;
}
