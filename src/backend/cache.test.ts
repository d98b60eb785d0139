import { setImmediate as settle } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../failures.ts';
import { createCache, type Loaded, MAX_CACHE_BYTES, RETRY_AFTER_MS } from './cache.ts';

const FRESH_MS = 10_000;
const STALE_MS = 100_000;
const KEY = 'zh /column/list {}';

let clock = 0;
const onStale = vi.fn<(key: string, error: unknown) => void>();
function newCache() {
  const cache = createCache({ freshMs: FRESH_MS, staleMs: STALE_MS, onStale, now: () => clock });
  return { ...cache, get: async (key: string, load: Load) => (await cache.get(key, load)).value };
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
    expect(onStale.mock.calls).toEqual([[KEY, error]]);
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
    clock += RETRY_AFTER_MS - 1;
    await cache.get(KEY, again);
    expect(again).not.toHaveBeenCalled();
    clock += 1;
    expect(await cache.get(KEY, again)).toBe('old');
    await settle();
    expect(await cache.get(KEY, fails())).toBe('new');
  });

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
    const half = MAX_CACHE_BYTES / 2;
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
    expect(cache.state(KEY)).toEqual({ version: 'old', freshUntil: clock - 1 + FRESH_MS });
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
