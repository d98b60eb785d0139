import { setImmediate as settle } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../failures.ts';
import { PROBE_MS } from './breakers.ts';
import { createCache, JITTER, MAX_CACHE_BYTES } from './cache.ts';
import type { Loaded, Served, Source } from './source.ts';

const FRESH_MS = 10_000;
const STALE_MS = 100_000;
const KEY = 'zh /column/list {}';

let clock = 0;
const PATH = '/column/list';
const onStale = vi.fn<(path: string, key: string, error: unknown) => void>();
function newCache() {
  const cache = createCache({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    onStale,
    now: () => clock,
    random: () => 0,
  });
  const get = async (key: string, load: Load) => (await cache.get(key, { path: PATH, load })).value;
  return { ...cache, get };
}

type Load = () => Promise<Loaded<string>>;
const answers = (value: string, bytes = 10) => vi.fn<Load>(async () => ({ value, bytes, version: value }));
const fails = (error: unknown = new Failure('unreachable')) => vi.fn<Load>(() => Promise.reject(error));

function held() {
  const { promise, resolve, reject } = Promise.withResolvers<Loaded<string>>();
  return {
    load: vi.fn<Load>(() => promise),
    answer: (value: string) => resolve({ value, bytes: 10, version: value }),
    fail: reject,
  };
}

/** A cache that holds an answer of the given age. */
async function holding(value: string, age: number) {
  const cache = newCache();
  await cache.get(KEY, answers(value));
  clock += age;
  return cache;
}

beforeEach(() => {
  clock = 1_000_000;
  onStale.mockReset();
});

describe('a fresh answer', () => {
  it.each([0, 1, FRESH_MS - 1])('of age %d is served without a load', async (age) => {
    const cache = await holding('old', age);
    const load = answers('new');
    expect(await cache.get(KEY, load)).toBe('old');
    expect(load).not.toHaveBeenCalled();
  });

  it('belongs to its key alone', async () => {
    const cache = await holding('old', 0);
    expect(await cache.get('en /column/list {}', answers('other'))).toBe('other');
    expect(await cache.get(KEY, answers('new'))).toBe('old');
  });

  it('counts its age from when it came', async () => {
    const cache = newCache();
    const slow = held();
    const first = cache.get(KEY, slow.load);
    clock += FRESH_MS;
    slow.answer('old');
    await first;
    clock += FRESH_MS - 1;
    expect(await cache.get(KEY, answers('new'))).toBe('old');
  });
});

describe('callers at the same time', () => {
  it('share one load', async () => {
    const cache = newCache();
    const slow = held();
    const asked = [1, 2, 3, 4, 5].map(() => cache.get(KEY, slow.load));
    slow.answer('once');
    expect(await Promise.all(asked)).toEqual(Array(5).fill('once'));
    expect(slow.load).toHaveBeenCalledTimes(1);
  });

  it('share one failure', async () => {
    const cache = newCache();
    const slow = held();
    const asked = [1, 2, 3].map(() => cache.get(KEY, slow.load));
    slow.fail(new Failure('timeout'));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(slow.load).toHaveBeenCalledTimes(1);
  });

  it('of different keys do not wait for each other', async () => {
    const cache = newCache();
    void cache.get(KEY, held().load);
    expect(await cache.get('other', answers('now'))).toBe('now');
  });
});

describe('a failure', () => {
  it('is thrown where there is no older answer, and never kept', async () => {
    const cache = newCache();
    await expect(cache.get(KEY, fails())).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await cache.get(KEY, answers('well again'))).toBe('well again');
    expect(onStale).not.toHaveBeenCalled();
  });
});

describe('a stale answer', () => {
  it.each([FRESH_MS, FRESH_MS + 1, STALE_MS - 1])(
    'of age %d is served while one refresh runs',
    async (age) => {
      const cache = await holding('old', age);
      const slow = held();
      const asked = [1, 2, 3, 4, 5].map(() => cache.get(KEY, slow.load));
      expect(await Promise.all(asked)).toEqual(Array(5).fill('old'));
      expect(await cache.get(KEY, slow.load)).toBe('old');
      expect(slow.load).toHaveBeenCalledTimes(1);
    },
  );

  it('is replaced when the refresh is done, and the new one is fresh', async () => {
    const cache = await holding('old', FRESH_MS);
    await cache.get(KEY, answers('new'));
    await settle();
    const more = answers('newer');
    expect(await cache.get(KEY, more)).toBe('new');
    expect(more).not.toHaveBeenCalled();
  });

  it.each([STALE_MS, STALE_MS + 1])('of age %d is not served: the answer is waited for', async (age) => {
    const cache = await holding('old', age);
    expect(await cache.get(KEY, answers('new'))).toBe('new');
  });

  it('that is too old does not stand in for a failure', async () => {
    const cache = await holding('old', STALE_MS);
    await expect(cache.get(KEY, fails())).rejects.toMatchObject({ kind: 'unreachable' });
    expect(onStale).not.toHaveBeenCalled();
  });
});

const STALE_ON = [
  new Failure('unreachable'),
  new Failure('timeout'),
  new Failure('badStatus'),
  new Failure('tooLarge'),
  new Failure('notJson'),
  new Failure('notEnvelope'),
  new Failure('noData'),
  new Failure('backendCode', { code: 500 }),
  new Failure('backendCode', { code: 503 }),
  new Failure('backendCode', { code: 399 }),
  new Failure('backendCode', { code: 1001 }),
  new Failure('backendCode', { code: -1 }),
  new Error('a fault of the site'),
];

describe('a failed refresh', () => {
  it.each(
    STALE_ON.map((error) => [`${error.message} ${'status' in error ? error.status : ''}`, error] as const),
  )('by %s leaves the older answer and is told', async (_name, error) => {
    const cache = await holding('old', FRESH_MS);
    await cache.get(KEY, fails(error));
    await settle();
    expect(await cache.get(KEY, fails(error))).toBe('old');
    expect(onStale.mock.calls).toEqual([[PATH, KEY, error]]);
  });

  it('is told once, however many were served meanwhile', async () => {
    const cache = await holding('old', FRESH_MS);
    const slow = held();
    await Promise.all([1, 2, 3, 4, 5].map(() => cache.get(KEY, slow.load)));
    slow.fail(new Failure('timeout'));
    await settle();
    expect(onStale).toHaveBeenCalledTimes(1);
  });

  it('is not tried again before the pause is over', async () => {
    const cache = await holding('old', FRESH_MS);
    await cache.get(KEY, fails());
    await settle();
    const again = answers('new');
    clock += PROBE_MS - 1;
    await cache.get(KEY, again);
    expect(again).not.toHaveBeenCalled();
    clock += 1;
    expect(await cache.get(KEY, again)).toBe('old');
    await settle();
    expect(await cache.get(KEY, fails())).toBe('new');
  });

  it.each([new Failure('noData'), new Failure('timeout')])(
    'by %s is tried again every second',
    async (error) => {
      const cache = await holding('old', FRESH_MS);
      await cache.get(KEY, fails(error));
      await settle();
      for (let second = 0; second < 3; second += 1) {
        const again = fails(error);
        clock += PROBE_MS - 1;
        await cache.get(KEY, again);
        expect(again).not.toHaveBeenCalled();
        clock += 1;
        await cache.get(KEY, again);
        await settle();
        expect(again).toHaveBeenCalledTimes(1);
      }
    },
  );

  it('does not make the older answer older or younger', async () => {
    const cache = await holding('old', FRESH_MS);
    await cache.get(KEY, fails());
    await settle();
    clock += STALE_MS - FRESH_MS;
    await expect(cache.get(KEY, fails())).rejects.toThrow();
  });

  it.each([400, 401, 403, 404, 410, 499])(
    'by the code %d of the backend removes the older answer',
    async (code) => {
      const cache = await holding('old', FRESH_MS);
      const word = fails(new Failure('backendCode', { code }));
      await cache.get(KEY, word);
      await settle();
      await expect(cache.get(KEY, word)).rejects.toMatchObject({ status: code });
      expect(word).toHaveBeenCalledTimes(2);
      expect(onStale).not.toHaveBeenCalled();
    },
  );
});

describe('the cache', () => {
  it('is bounded in bytes: the answer used least recently goes first', async () => {
    const cache = newCache();
    const half = MAX_CACHE_BYTES / 2 - 10_000;
    for (const key of ['first', 'second']) await cache.get(key, answers(key, half));
    await cache.get('first', answers('again', half));
    await cache.get('third', answers('third', half));
    const kept = await Promise.all(
      ['first', 'third', 'second'].map((key) => cache.get(key, answers('loaded', 1))),
    );
    expect(kept).toEqual(['first', 'third', 'loaded']);
  });

  it('serves an answer that is larger than itself, and does not keep it', async () => {
    const cache = newCache();
    expect(await cache.get(KEY, answers('huge', MAX_CACHE_BYTES + 1))).toBe('huge');
    expect(await cache.get(KEY, answers('new'))).toBe('new');
  });
});

describe('what is known of a key without waiting', () => {
  it('is its version and how long it is fresh', async () => {
    const cache = await holding('old', 1);
    expect(cache.state(KEY)).toMatchObject({
      version: 'old',
      storedAt: clock - 1,
      freshUntil: clock - 1 + FRESH_MS,
    });
  });

  it('has a stale answer refreshed by the load that it came from', async () => {
    const cache = newCache();
    const load = answers('same');
    await cache.get(KEY, load);
    clock += FRESH_MS;
    expect(cache.state(KEY)).toMatchObject({ version: 'same', freshUntil: clock });
    await settle();
    expect(load).toHaveBeenCalledTimes(2);
    expect(cache.state(KEY)).toMatchObject({ freshUntil: clock + FRESH_MS });
  });

  it.each([
    ['never came', 'other', 0],
    ['is too old to be served', KEY, STALE_MS],
  ])('is nothing where it %s', async (_case, key, age) => {
    const cache = await holding('old', age);
    expect(cache.state(key)).toBeUndefined();
  });
});

/** The copy outside of memory, shared by several caches as by several processes. */
function createDisk() {
  const copies = new Map<string, Served<string>>();
  const sourceOf = (load: Load, key = KEY): Source<string> => ({
    path: PATH,
    async load() {
      const loaded = await load();
      copies.set(key, { ...loaded, storedAt: clock });
      return loaded;
    },
    restore: async () => copies.get(key),
    forget: () => copies.delete(key),
  });
  return { copies, sourceOf };
}

/** A cache of another process, or of one after a restart. */
const bareCache = () =>
  createCache({ freshMs: FRESH_MS, staleMs: STALE_MS, onStale, now: () => clock, random: () => 0 });

describe('a copy outside of memory', () => {
  /** A disk with the answer of a process that has ended. */
  async function left(age: number) {
    const disk = createDisk();
    await bareCache().get(KEY, disk.sourceOf(answers('old')));
    clock += age;
    return disk;
  }

  it('that is fresh is taken without a load, and is as old as it is', async () => {
    const { sourceOf } = await left(FRESH_MS - 1);
    const load = answers('new');
    const cache = bareCache();
    expect(await cache.get(KEY, sourceOf(load))).toMatchObject({
      value: 'old',
      storedAt: clock - FRESH_MS + 1,
    });
    expect(load).not.toHaveBeenCalled();
    expect(cache.state(KEY)).toMatchObject({ freshUntil: clock + 1 });
  });

  it.each([FRESH_MS, STALE_MS - 1])('of age %d is served at once while one refresh runs', async (age) => {
    const { sourceOf } = await left(age);
    const cache = bareCache();
    const slow = held();
    const asked = [1, 2, 3].map(() => cache.get(KEY, sourceOf(slow.load)));
    expect((await Promise.all(asked)).map(({ value }) => value)).toEqual(['old', 'old', 'old']);
    await settle();
    expect(slow.load).toHaveBeenCalledTimes(1);
    slow.answer('new');
    await settle();
    expect((await cache.get(KEY, sourceOf(slow.load))).value).toBe('new');
  });

  it('that is too old is not served', async () => {
    const { sourceOf } = await left(STALE_MS);
    const asked = bareCache().get(KEY, sourceOf(fails()));
    await expect(asked).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('that another process has renewed is taken instead of a load', async () => {
    const disk = await left(0);
    const [one, other] = [bareCache(), bareCache()];
    const loads = [answers('by one'), answers('by the other')] as const;
    await one.get(KEY, disk.sourceOf(loads[0]));
    await other.get(KEY, disk.sourceOf(loads[1]));
    clock += FRESH_MS;
    await one.get(KEY, disk.sourceOf(loads[0]));
    await settle();
    await other.get(KEY, disk.sourceOf(loads[1]));
    await settle();
    expect((await other.get(KEY, disk.sourceOf(loads[1]))).value).toBe('by one');
    expect(loads.map((load) => load.mock.calls.length)).toEqual([1, 0]);
  });

  it("goes with the backend's word", async () => {
    const disk = await left(FRESH_MS);
    const cache = bareCache();
    const word = fails(new Failure('backendCode', { code: 404 }));
    await cache.get(KEY, disk.sourceOf(word));
    await settle();
    expect(disk.copies.size).toBe(0);
    await expect(cache.get(KEY, disk.sourceOf(word))).rejects.toMatchObject({ status: 404 });
  });

  it('that comes from the future is no fresher than one of this moment', async () => {
    const disk = await left(-1_000_000);
    const cache = bareCache();
    await cache.get(KEY, disk.sourceOf(fails()));
    expect(cache.state(KEY)).toMatchObject({ storedAt: clock, freshUntil: clock + FRESH_MS });
  });

  it('that cannot be read is none', async () => {
    const source = { path: PATH, load: answers('new'), restore: () => Promise.reject(new Error('spoilt')) };
    expect((await bareCache().get(KEY, source)).value).toBe('new');
  });
});

describe("the backend's word that there is none", () => {
  const word = new Failure('backendCode', { code: 404 });
  const none = { value: 'none', bytes: 1, version: 'none', absence: word };
  const orNone = (error: unknown) => (error === word ? none : Promise.reject(error));
  const lenient = (load: Load): Source<string> => ({
    path: PATH,
    load: () => load().catch(orNone),
    mayLack: true,
  });
  const strict = (load: Load): Source<string> => ({ path: PATH, load });

  it('is kept like any answer for who can do without', async () => {
    const cache = bareCache();
    const load = fails(word);
    for (const _time of [1, 2]) expect((await cache.get(KEY, lenient(load))).value).toBe('none');
    expect(load).toHaveBeenCalledTimes(1);
    expect(cache.state(KEY)).toMatchObject({ version: 'none' });
    clock += FRESH_MS;
    expect((await cache.get(KEY, lenient(answers('found')))).value).toBe('none');
    await settle();
    expect((await cache.get(KEY, lenient(fails()))).value).toBe('found');
  });

  it('is asked for anew by who cannot', async () => {
    const cache = bareCache();
    await cache.get(KEY, lenient(fails(word)));
    await expect(cache.get(KEY, strict(fails(word)))).rejects.toBe(word);
    expect((await cache.get(KEY, strict(answers('found')))).value).toBe('found');
  });
});

describe("the backend's word that there is no such article", () => {
  const word = new Failure('noArticle');
  const strict = (load: Load): Source<string> => ({ path: PATH, load });

  it('is kept for as long as an answer is fresh, and is asked for anew then', async () => {
    const cache = bareCache();
    const load = fails(word);
    for (const _time of [1, 2, 3])
      await expect(cache.get(KEY, strict(load))).rejects.toMatchObject({ kind: 'noArticle' });
    expect(load).toHaveBeenCalledTimes(1);
    clock += FRESH_MS;
    expect((await cache.get(KEY, strict(answers('found')))).value).toBe('found');
  });

  it('is asked for anew each time where answers are not kept', async () => {
    const cache = createCache({ freshMs: 0, staleMs: 0, onStale, now: () => clock });
    const load = fails(word);
    for (const _time of [1, 2]) await expect(cache.get(KEY, strict(load))).rejects.toBe(word);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is of one key alone', async () => {
    const cache = bareCache();
    await expect(cache.get(KEY, strict(fails(word)))).rejects.toBe(word);
    expect((await cache.get('other', strict(answers('found')))).value).toBe('found');
  });

  it('does not hold for who found an answer meanwhile', async () => {
    const cache = bareCache();
    await expect(cache.get(KEY, strict(fails(word)))).rejects.toBe(word);
    await cache.get(KEY, { ...strict(answers('found')), mayLack: true });
    expect((await cache.get(KEY, strict(fails()))).value).toBe('found');
  });
});

describe('a call path that fails', () => {
  /** A cache whose answers of four keys are stale, and whose path has failed. */
  async function broken() {
    const cache = bareCache();
    const load = fails(new Failure('timeout'));
    const keys = ['a', 'b', 'c', 'd'];
    for (const key of keys) await cache.get(key, { path: PATH, load: answers(key) });
    clock += FRESH_MS;
    const visit = async () => {
      for (const key of keys) expect((await cache.get(key, { path: PATH, load })).value).toBe(key);
      await settle();
    };
    await visit();
    return { cache, load, visit, keys };
  }

  it('is tried once a second for all its keys, and what is there is served meanwhile', async () => {
    const { cache, load, visit } = await broken();
    expect(cache.counts().openBreakers).toEqual([PATH]);
    for (let second = 0; second < 3; second += 1) {
      load.mockClear();
      clock += PROBE_MS;
      for (const _time of [1, 2, 3]) await visit();
      expect(load).toHaveBeenCalledTimes(1);
    }
  });

  it('is still tried for what is not there', async () => {
    const { cache } = await broken();
    expect((await cache.get('new', { path: PATH, load: answers('new') })).value).toBe('new');
    expect(cache.counts().openBreakers).toEqual([]);
  });

  it('is well again with its first answer', async () => {
    const { cache, load, visit, keys } = await broken();
    clock += PROBE_MS;
    load.mockImplementation(async () => ({ value: 'well', bytes: 1, version: 'well' }));
    await cache.get('a', { path: PATH, load });
    await settle();
    for (const key of keys) await cache.get(key, { path: PATH, load });
    await settle();
    const values = await Promise.all(keys.map((key) => cache.get(key, { path: PATH, load })));
    expect(values.map(({ value }) => value)).toEqual(keys.map(() => 'well'));
    await expect(visit()).rejects.toThrow();
  });

  it('does not hold up another one', async () => {
    const { cache } = await broken();
    const load = answers('other');
    await cache.get('other', { path: '/other', load: answers('old') });
    clock += FRESH_MS;
    await cache.get('other', { path: '/other', load });
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is counted with what failed, and what was served meanwhile', async () => {
    const { cache } = await broken();
    expect(cache.counts()).toMatchObject({
      staleServed: 4,
      // Those that ran before the first of them failed.
      refreshes: 3,
      failures: [{ path: PATH, kind: 'timeout', count: 3 }],
      oldestServedMs: FRESH_MS,
    });
  });
});

describe('freshness', () => {
  it.each([
    [0, FRESH_MS],
    [0.5, FRESH_MS * (1 - JITTER / 2)],
    [1, FRESH_MS * (1 - JITTER)],
  ])('by the chance %d lasts %d ms', async (chance, lasts) => {
    const options = { freshMs: FRESH_MS, staleMs: STALE_MS, onStale, now: () => clock };
    const cache = createCache({ ...options, random: () => chance });
    await cache.get(KEY, { path: PATH, load: answers('old') });
    expect(cache.state(KEY)?.freshUntil).toBe(clock + lasts);
  });
});
