import { setImmediate as settle } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../failures.ts';
import { createCache } from './cache.ts';
import type { Loaded, Served, Source } from './source.ts';

const FRESH_MS = 10_000;
const STALE_MS = 100_000;
const [ARTICLES, EVENTS] = ['/article/page', '/event/list'];

let clock = 1_000_000;
/** What the backend says now of each key; a kind of failure where it fails. */
let said = new Map<string, string | Failure>();
let copies = new Map<string, Served<string>>();

const newCache = (isTold = false) =>
  createCache({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    onStale: () => undefined,
    isTold,
    now: () => clock,
    random: () => 0,
  });

/** The same disk for all caches, as for the processes of a machine. */
function sourceOf(key: string, path = ARTICLES): Source<string> & { load: ReturnType<typeof vi.fn> } {
  const load = vi.fn(async (): Promise<Loaded<string>> => {
    const askedAt = clock;
    const value = said.get(key) ?? 'nothing';
    if (value instanceof Failure) throw value;
    const loaded = { value, bytes: 1, version: value };
    copies.set(key, { ...loaded, storedAt: askedAt });
    return loaded;
  });
  const restore = async () => copies.get(key);
  return { path, load, restore, forget: () => copies.delete(key) };
}

/** A cache that holds the answer `old` of some keys. */
async function holding(...keys: string[]) {
  const cache = newCache();
  const sources = keys.map((key) => sourceOf(key, key.startsWith('event') ? EVENTS : ARTICLES));
  for (const [index, key] of keys.entries()) {
    said.set(key, 'old');
    await cache.get(key, sources[index] as Source<string>);
    clock += 1;
  }
  return { cache, sources };
}

beforeEach(() => {
  clock += STALE_MS;
  said = new Map();
  copies = new Map();
});

describe('an answer whose path has changed', () => {
  it('is served while the new one is asked for, once, and then the new one is', async () => {
    const { cache, sources } = await holding('a');
    const [source] = sources as [ReturnType<typeof sourceOf>];
    said.set('a', 'new');
    cache.change();
    for (const _visit of [1, 2, 3]) expect((await cache.get('a', source)).value).toBe('old');
    await settle();
    expect((await cache.get('a', source)).value).toBe('new');
    expect(source.load).toHaveBeenCalledTimes(2);
  });

  it.each([[undefined], [[ARTICLES]], [[EVENTS, ARTICLES]]])('is stale by a change of %j', async (paths) => {
    const { cache } = await holding('a', 'event');
    cache.change(paths);
    expect(cache.state('a')?.freshUntil).toBe(0);
  });

  it('is stale alone: the answers of other paths stay fresh, and so do later ones of its own', async () => {
    const { cache } = await holding('a', 'event');
    cache.change([ARTICLES]);
    expect(cache.outdated().map(({ key }) => key)).toEqual(['a']);
    expect(cache.state('event')?.freshUntil).toBeGreaterThan(clock);
    await cache.get('b', sourceOf('b'));
    expect(cache.state('b')?.freshUntil).toBe(clock + FRESH_MS);
  });

  it('stays while the backend fails, and is asked for again by its breaker', async () => {
    const { cache, sources } = await holding('a');
    const [source] = sources as [ReturnType<typeof sourceOf>];
    said.set('a', new Failure('timeout'));
    cache.change();
    for (const [outdated] of [cache.outdated(), cache.outdated()])
      expect(await cache.renew(outdated as never)).toBe('failed');
    expect(source.load).toHaveBeenCalledTimes(2);
    expect((await cache.get('a', source)).value).toBe('old');
    said.set('a', 'new');
    clock += 1000;
    await cache.get('a', source);
    await settle();
    expect((await cache.get('a', source)).value).toBe('new');
  });

  it('is served as long as it would have been fresh, also where nothing is served stale', async () => {
    const cache = createCache({ freshMs: FRESH_MS, staleMs: 0, onStale: () => undefined, now: () => clock });
    const source = { ...sourceOf('a'), restore: undefined };
    said.set('a', 'old');
    await cache.get('a', source);
    said.set('a', new Failure('unreachable'));
    cache.change();
    clock += FRESH_MS - 1;
    expect((await cache.get('a', source)).value).toBe('old');
    clock += 1;
    await expect(cache.get('a', source)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('is asked for again where it was asked for before the change and came after it', async () => {
    const cache = newCache();
    const slow = Promise.withResolvers<Loaded<string>>();
    const first = cache.get('a', { path: ARTICLES, load: () => slow.promise });
    await settle();
    cache.change();
    slow.resolve({ value: 'old', bytes: 1, version: 'old' });
    expect((await first).value).toBe('old');
    const load = async () => ({ value: 'new', bytes: 1, version: 'new' });
    await cache.get('a', { path: ARTICLES, load });
    await settle();
    expect((await cache.get('a', { path: ARTICLES, load })).value).toBe('new');
  });
});

describe('to renew an outdated answer', () => {
  it('tells whether it is another one, and does not count as a use of it', async () => {
    const { cache } = await holding('a', 'b', 'c');
    const usedAt = cache.state('a') && clock;
    said.set('a', 'new').set('c', new Failure('noArticle'));
    clock += 1;
    cache.change();
    const renewals = cache.outdated().map(async (one) => [one.key, await cache.renew(one)]);
    expect(Object.fromEntries(await Promise.all(renewals))).toEqual({
      a: 'changed',
      b: 'same',
      c: 'changed',
    });
    expect(cache.outdated()).toEqual([]);
    expect(cache.state('c')).toBeUndefined();
    cache.change();
    expect(cache.outdated().find(({ key }) => key === 'a')?.usedAt).toBe(usedAt);
  });

  it('waits for a load from before the change, and asks after it', async () => {
    const { cache, sources } = await holding('a');
    const [source] = sources as [ReturnType<typeof sourceOf>];
    clock += FRESH_MS;
    const slow = Promise.withResolvers<Loaded<string>>();
    source.load.mockReturnValueOnce(slow.promise);
    await cache.get('a', source);
    await settle();
    cache.change();
    said.set('a', 'new');
    const renewal = cache.renew({ key: 'a', path: ARTICLES, version: 'old', usedAt: clock });
    slow.resolve({ value: 'old', bytes: 1, version: 'old' });
    expect(await renewal).toBe('changed');
    expect((await cache.get('a', source)).value).toBe('new');
  });

  it('asks nothing where a visitor has had it asked for meanwhile', async () => {
    const { cache, sources } = await holding('a');
    const [source] = sources as [ReturnType<typeof sourceOf>];
    said.set('a', 'new');
    cache.change();
    const [outdated] = cache.outdated();
    await cache.get('a', source);
    expect(await cache.renew(outdated as never)).toBe('changed');
    expect(source.load).toHaveBeenCalledTimes(2);
  });

  it('takes the copy of another process that asked after the change, and no older one', async () => {
    const { cache } = await holding('a');
    const other = newCache();
    await other.get('a', sourceOf('a'));
    said.set('a', 'new');
    clock += 1;
    copies.set('a', { value: 'older', bytes: 1, version: 'older', storedAt: clock });
    cache.change();
    const [first] = cache.outdated();
    await cache.renew(first as never);
    expect(cache.state('a')?.version).toBe('new');
    cache.change();
    clock += 1;
    copies.set('a', { value: 'theirs', bytes: 1, version: 'theirs', storedAt: clock });
    const [second] = cache.outdated();
    await cache.renew(second as never);
    expect(cache.state('a')?.version).toBe('theirs');
  });
});

describe('that there is no such article', () => {
  const strict = (load: () => Promise<Loaded<string>>): Source<string> => ({ path: ARTICLES, load });
  const none = () => Promise.reject(new Failure('noArticle'));
  const found = async () => ({ value: 'found', bytes: 1, version: '1' });

  it('is forgotten at a change: a new one is found at once', async () => {
    const cache = newCache();
    await expect(cache.get('a', strict(none))).rejects.toMatchObject({ kind: 'noArticle' });
    await expect(cache.get('a', strict(found))).rejects.toMatchObject({ kind: 'noArticle' });
    cache.change();
    expect((await cache.get('a', strict(found))).value).toBe('found');
  });

  it('is not kept where it was said before a change and came after it', async () => {
    const cache = newCache();
    const slow = Promise.withResolvers<Loaded<string>>();
    const first = cache.get(
      'a',
      strict(() => slow.promise),
    );
    await settle();
    cache.change();
    slow.reject(new Failure('noArticle'));
    await expect(first).rejects.toMatchObject({ kind: 'noArticle' });
    expect((await cache.get('a', strict(found))).value).toBe('found');
  });
});

describe('a copy from before the process began', () => {
  it.each([
    [true, 'is served and asked for again, since a change may have been missed', 2],
    [false, 'is fresh where no changes are told', 1],
  ])('%s: %s', async (isTold, _what, calls) => {
    const source = sourceOf('a');
    said.set('a', 'old');
    await newCache().get('a', source);
    clock += 1;
    const cache = newCache(isTold);
    expect((await cache.get('a', source)).value).toBe('old');
    await settle();
    expect(source.load).toHaveBeenCalledTimes(calls);
  });
});

describe('an answer for work behind the scenes', () => {
  it('is asked for again first where it is stale', async () => {
    const { cache, sources } = await holding('a');
    said.set('a', 'new');
    clock += FRESH_MS + 1;
    expect((await cache.getRefreshed('a', sources[0] as Source<string>)).value).toBe('new');
  });

  it('is the stale one where the backend fails', async () => {
    const { cache, sources } = await holding('a');
    said.set('a', new Failure('unreachable'));
    clock += FRESH_MS + 1;
    expect((await cache.getRefreshed('a', sources[0] as Source<string>)).value).toBe('old');
  });

  it('is no use of it, and none that was served', async () => {
    const { cache, sources } = await holding('a');
    const used = cache.outdated;
    clock += FRESH_MS * 2;
    await cache.getRefreshed('a', sources[0] as Source<string>);
    await cache.getRefreshed('b', sourceOf('b'));
    cache.change();
    const usedAt = Object.fromEntries(used().map((one) => [one.key, one.usedAt]));
    expect(usedAt).toEqual({ a: clock - FRESH_MS * 2 - 1, b: 0 });
    expect(cache.counts()).toMatchObject({ staleServed: 0, oldestServedMs: 0 });
  });
});
