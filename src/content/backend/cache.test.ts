import { setImmediate as settle } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { SiteError } from '../../lib/failures.ts';
import {
  createCache,
  IMAGES_PATH,
  type Loaded,
  MAX_RETRY_DELAY_MS,
  RETRY_DELAY_MS,
  type Served,
  type Source,
} from './cache.ts';

const FRESH_MS = 10_000;
const STALE_MS = 100_000;
const KEY = 'zh /column/list {}';
const PATH = '/column/list';

let clock = 0;
const onStale = vi.fn<(path: string, error: unknown) => void>();

type Load = Source<string>['load'];
const loaded = (value: string): Loaded<string> => ({ value, bytes: 10, version: value });
const answers = (value: string) => vi.fn<Load>(async () => loaded(value));
const fails = (error: unknown = new SiteError('unreachable')) => vi.fn<Load>(() => Promise.reject(error));
const absent = () => vi.fn<Load>(async () => ({ ...loaded('none'), absence: new SiteError('noArticle') }));

function newCache(options: { freshMs?: number; staleMs?: number; hasHook?: boolean } = {}) {
  const cache = createCache({ freshMs: FRESH_MS, staleMs: STALE_MS, onStale, now: () => clock, ...options });
  const get = async (load: Load, more: Partial<Source<string>> = {}) =>
    (await cache.get(KEY, { path: PATH, load, ...more })).value;
  return { ...cache, get };
}

/** Creates a cache that contains a response of the given age. */
async function holding(value: string, age: number, options: Parameters<typeof newCache>[0] = {}) {
  const cache = newCache(options);
  await cache.get(answers(value));
  clock += age;
  return cache;
}

beforeEach(() => {
  clock = 1_000_000;
  onStale.mockReset();
});

it.each([0, FRESH_MS - 1])('serves a fresh response that is %d ms old without loading it', async (age) => {
  const cache = await holding('old', age);
  const load = answers('new');
  expect(await cache.get(load)).toBe('old');
  expect(load).not.toHaveBeenCalled();
});

it('does not extend freshness if the clock is set back', async () => {
  const cache = await holding('old', -FRESH_MS);
  expect(await cache.get(answers('new'))).toBe('old');
  await settle();
  expect(await cache.get(answers('newer'))).toBe('new');
});

it.each([FRESH_MS, STALE_MS - 1])(
  'serves a stale response that is %d ms old while one refresh runs',
  async (age) => {
    const cache = await holding('old', age);
    const { promise, resolve } = Promise.withResolvers<Loaded<string>>();
    const load = vi.fn<Load>(() => promise);
    expect(await Promise.all([cache.get(load), cache.get(load), cache.get(load)])).toEqual([
      'old',
      'old',
      'old',
    ]);
    expect(load).toHaveBeenCalledOnce();
    resolve(loaded('new'));
    await settle();
    expect(await cache.get(load)).toBe('new');
  },
);

it('does not serve a response that is older than STALE_MS', async () => {
  const cache = await holding('old', STALE_MS);
  await expect(cache.get(fails())).rejects.toThrow('unreachable');
});

it('pauses after a failed refresh before the next attempt', async () => {
  const cache = await holding('old', FRESH_MS);
  const load = fails();
  for (let time = 0; time < 3; time += 1) {
    expect(await cache.get(load)).toBe('old');
    await settle();
  }
  expect(load).toHaveBeenCalledOnce();
  expect(onStale).toHaveBeenCalledExactlyOnceWith(PATH, expect.any(SiteError));
  clock += RETRY_DELAY_MS;
  await cache.get(answers('new'));
  await settle();
  expect(await cache.get(load)).toBe('new');
});

it('waits for the refresh of a stale response in background work', async () => {
  const cache = await holding('old', FRESH_MS);
  const source = (load: Load) => ({ path: PATH, load });
  expect((await cache.getRefreshed(KEY, source(fails()))).value).toBe('old');
  clock += RETRY_DELAY_MS;
  expect((await cache.getRefreshed(KEY, source(answers('new')))).value).toBe('new');
});

it('does not cache a failure', async () => {
  const cache = newCache();
  await expect(cache.get(fails())).rejects.toThrow('unreachable');
  expect(await cache.get(answers('new'))).toBe('new');
});

it('doubles the pause after each failed refresh up to a maximum', async () => {
  const cache = await holding('old', FRESH_MS);
  const load = fails(new SiteError('backendCode', { code: 429 }));
  const startedAt = clock;
  const attempts = new Set<number>();
  load.mockImplementation(() => {
    attempts.add(clock - startedAt);
    return Promise.reject(new SiteError('backendCode', { code: 429 }));
  });
  for (; clock - startedAt < 3 * MAX_RETRY_DELAY_MS; clock += 1000) {
    expect(await cache.get(load)).toBe('old');
    await settle();
  }
  expect([...attempts]).toEqual([0, 2000, 6000, 14_000, 30_000, 60_000]);
});

it('returns the error of a refresh until a later refresh succeeds', async () => {
  const cache = await holding('old', FRESH_MS);
  const error = new SiteError('backendCode', { code: 429 });
  const load = fails(error);
  expect(await cache.get(load)).toBe('old');
  await settle();
  expect(cache.refreshError(KEY)).toBe(error);
  clock += RETRY_DELAY_MS;
  await cache.get(answers('new'));
  await settle();
  expect(cache.refreshError(KEY)).toBeUndefined();
});

it('starts the refresh of a stale response when its error is read', async () => {
  const cache = newCache();
  const load = answers('old');
  await cache.get(load);
  clock += FRESH_MS;
  expect(cache.refreshError(KEY)).toBeUndefined();
  expect(load).toHaveBeenCalledTimes(2);
});

it('shares the failure of one request with all waiting callers', async () => {
  const cache = newCache();
  const load = fails();
  const results = await Promise.allSettled([cache.get(load), cache.get(load)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(load).toHaveBeenCalledOnce();
});

it('does not serve the stale 404 of an article', async () => {
  const cache = newCache();
  const load = absent();
  for (let time = 0; time < 2; time += 1) await expect(cache.get(load)).rejects.toThrow('noArticle');
  expect(load).toHaveBeenCalledOnce();
  clock += FRESH_MS;
  expect(await cache.get(answers('new'))).toBe('new');
});

it('serves the stale 404 of an article to callers that allow it', async () => {
  const cache = newCache();
  for (const age of [0, FRESH_MS]) {
    clock += age;
    expect(await cache.get(absent(), { allowMissing: true })).toBe('none');
  }
});

const copyOf = (value: string, age: number): Served<string> => ({
  ...loaded(value),
  storedAt: clock - age,
});
const restoring = (copy: Served<string> | undefined) => ({
  restore: vi.fn(async () => copy),
});

it('serves the disk copy of a key that is not in memory', async () => {
  const cache = newCache();
  const load = answers('new');
  expect(await cache.get(load, restoring(copyOf('copy', FRESH_MS)))).toBe('copy');
  expect(load).toHaveBeenCalledOnce();
});

it('does not serve a copy that is older than STALE_MS', async () => {
  const stored = restoring(copyOf('copy', STALE_MS));
  expect(await newCache().get(answers('new'), stored)).toBe('new');
});

it('treats a copy from before the start as stale if the content hook is configured', async () => {
  const cache = newCache({ hasHook: true });
  const load = answers('new');
  expect(await cache.get(load, restoring(copyOf('copy', 1)))).toBe('copy');
  expect(load).toHaveBeenCalledOnce();
});

it('does not read copies if the cache is disabled', async () => {
  const stored = restoring(copyOf('copy', 0));
  await newCache({ freshMs: 0, staleMs: 0 }).get(answers('new'), stored);
  expect(stored.restore).not.toHaveBeenCalled();
});

it('marks images as stale after a change of any path', async () => {
  const cache = newCache();
  const get = (load: Load) => cache.get(load, { path: IMAGES_PATH });
  await get(answers('old'));
  cache.change(['/event/list']);
  clock += 1;
  await get(answers('new'));
  await settle();
  expect(await get(fails())).toBe('new');
});

it.each([
  ['all', undefined, 'new'],
  ['its path', [PATH], 'new'],
  ['another path', ['/event/list'], 'old'],
])('marks a fresh response as stale only after a change of its content: %s', async (_of, paths, expected) => {
  const cache = await holding('old', 1);
  cache.change(paths);
  clock += 1;
  expect(await cache.get(answers('new'))).toBe('old');
  await settle();
  expect(await cache.get(answers('newer'))).toBe(expected);
});

it('marks a response as stale if it was requested before the change', async () => {
  const cache = newCache();
  const { promise, resolve } = Promise.withResolvers<Loaded<string>>();
  const asked = cache.get(() => promise);
  cache.change();
  clock += 1;
  resolve(loaded('old'));
  expect(await asked).toBe('old');
  await cache.get(answers('new'));
  await settle();
  expect(await cache.get(fails())).toBe('new');
});

it('keeps serving a changed response while the backend fails, even if CONTENT_STALE_S is 0', async () => {
  const cache = await holding('old', 1, { staleMs: 0 });
  cache.change();
  clock += 1;
  for (let time = 0; time < 2; time += 1) {
    expect(await cache.get(fails())).toBe('old');
    await settle();
  }
});

it('starts the refresh of a stale response when its state is read', async () => {
  const cache = newCache();
  expect(cache.state(KEY)).toBeUndefined();
  const load = answers('old');
  await cache.get(load);
  expect(cache.state(KEY)).toMatchObject({ version: 'old', storedAt: clock });
  clock += FRESH_MS;
  load.mockResolvedValue(loaded('new'));
  expect(cache.state(KEY)).toMatchObject({ version: 'old' });
  await settle();
  expect(cache.state(KEY)).toMatchObject({ version: 'new', storedAt: clock });
});
