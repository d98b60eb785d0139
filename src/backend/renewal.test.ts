import { setImmediate as settle, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Outdated, Renewal } from './cache.ts';
import { paths } from './paths.ts';
import { AT_ONCE, createRenewal, MOST_EAGER, NEEDED_WITHIN_MS, QUIET_MS } from './renewal.ts';

const NOW = 1_000_000_000;
const FRESH_MS = 60_000;

const answer = (key: string, changes: Partial<Outdated> = {}): Outdated => ({
  key,
  path: paths.articles,
  version: 'old',
  usedAt: NOW,
  ...changes,
});

/** A renewal over a cache with these outdated answers, each of which is asked for by hand. */
function renewalOf(outdated: Outdated[], renewed: (key: string) => Promise<Renewal> = async () => 'same') {
  const asked: string[] = [];
  const onRun = vi.fn();
  const looks = vi.fn(() => outdated);
  const renew = (one: Outdated) => {
    asked.push(one.key);
    return renewed(one.key);
  };
  const info = vi.fn();
  const renewal = createRenewal({
    cache: { outdated: looks, renew },
    log: { info },
    freshMs: FRESH_MS,
    onRun,
    now: () => NOW,
  });
  return { renewal, asked, onRun, looks, info };
}

describe('a run', () => {
  it('asks for the last used answers first, and tells what came of them in one line', async () => {
    const outdated = [answer('b', { usedAt: NOW - 1 }), answer('a'), answer('c', { usedAt: NOW - 2 })];
    const results: Record<string, Renewal> = { a: 'changed', b: 'same', c: 'failed' };
    const { renewal, asked, onRun, info } = renewalOf(outdated, async (key) => results[key] as Renewal);
    renewal.begin();
    await vi.waitFor(() => expect(onRun).toHaveBeenCalled());
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(onRun).toHaveBeenCalledWith({ changed: 1, same: 1, failed: 1, left: 0 });
    expect(info).toHaveBeenCalledOnce();
    expect(info.mock.calls[0]?.[0]).toMatchObject({ changed: 1, same: 1, failed: 1, left: 0 });
  });

  it('leaves searches, and what nobody has needed for long', async () => {
    const longAgo = NOW - FRESH_MS - NEEDED_WITHIN_MS;
    const { renewal, asked, onRun } = renewalOf([
      answer('in use', { usedAt: longAgo }),
      answer('forgotten', { usedAt: longAgo - 1 }),
      answer('search', { path: paths.search }),
    ]);
    renewal.begin();
    await vi.waitFor(() => expect(onRun).toHaveBeenCalled());
    expect(asked).toEqual(['in use']);
    expect(onRun).toHaveBeenCalledWith({ changed: 0, same: 1, failed: 0, left: 2 });
  });

  it('of 20,000 answers asks for a bounded number, a few at a time', async () => {
    let [running, most] = [0, 0];
    const outdated = Array.from({ length: 20_000 }, (_, index) => answer(`${index}`));
    const { renewal, onRun } = renewalOf(outdated, async () => {
      running += 1;
      most = Math.max(most, running);
      await settle();
      running -= 1;
      return 'same';
    });
    renewal.begin();
    await vi.waitFor(() => expect(onRun).toHaveBeenCalled());
    expect(onRun).toHaveBeenCalledWith({
      changed: 0,
      same: MOST_EAGER,
      failed: 0,
      left: 20_000 - MOST_EAGER,
    });
    expect(most).toBe(AT_ONCE);
  });
});

describe('a burst of 1,000 calls', () => {
  it('is two runs, the second one after the first, however long that takes', async () => {
    const slow = Promise.withResolvers<Renewal>();
    const { renewal, looks, onRun } = renewalOf([answer('a')], () => slow.promise);
    for (let calls = 0; calls < 1000; calls += 1) {
      renewal.begin();
      if (calls % 100 === 0) await settle();
    }
    expect(looks).toHaveBeenCalledTimes(1);
    slow.resolve('changed');
    await vi.waitFor(() => expect(onRun).toHaveBeenCalledTimes(2), { timeout: 2 * QUIET_MS + 1000 });
  });

  it('is two runs where it lasts longer than a run, and a later call begins at once', async () => {
    const { renewal, looks } = renewalOf([answer('a')]);
    for (let calls = 0; calls < 1000; calls += 1) {
      renewal.begin();
      if (calls % 10 === 0) await wait(5);
    }
    expect(looks).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(2), { timeout: 2 * QUIET_MS + 1000 });
    await wait(2 * QUIET_MS);
    expect(looks).toHaveBeenCalledTimes(2);
    renewal.begin();
    expect(looks).toHaveBeenCalledTimes(3);
    await renewal.close();
  });
});

describe('the end of the process', () => {
  it('waits for what is asked for, and asks for nothing more', async () => {
    const slow = Promise.withResolvers<Renewal>();
    const outdated = Array.from({ length: 100 }, (_, index) => answer(`${index}`));
    const { renewal, asked, onRun } = renewalOf(outdated, () => slow.promise);
    renewal.begin();
    renewal.begin();
    await settle();
    const closed = renewal.close();
    slow.resolve('same');
    await closed;
    expect(asked).toHaveLength(AT_ONCE);
    expect(onRun).toHaveBeenCalledOnce();
    expect(onRun).toHaveBeenCalledWith({ changed: 0, same: AT_ONCE, failed: 0, left: 100 - AT_ONCE });
  });
});
