import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBackOff } from './upload-request.ts';

const SECOND_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Simulates failed attempts until the back-off gives up. */
async function failUntilGivenUp(responseMs: number, isServerError: () => boolean) {
  const backOff = createBackOff(new AbortController().signal);
  const startedAt = performance.now();
  for (let attempts = 1; ; attempts += 1) {
    const waiting = backOff.wait(isServerError());
    await vi.runAllTimersAsync();
    if (!(await waiting)) return { attempts, ms: performance.now() - startedAt };
    await vi.advanceTimersByTimeAsync(responseMs);
  }
}

it('gives up within 3 s after two server errors', async () => {
  const { attempts, ms } = await failUntilGivenUp(SECOND_MS / 2, () => true);
  expect(attempts).toBe(2);
  expect(ms).toBeLessThanOrEqual(3 * SECOND_MS);
});

it('retries for minutes without a response', async () => {
  const { ms } = await failUntilGivenUp(0, () => false);
  expect(ms).toBeGreaterThan(180 * SECOND_MS);
});

it('retries immediately when the browser goes online', async () => {
  const backOff = createBackOff(new AbortController().signal);
  await Promise.all([backOff.wait(false), vi.runAllTimersAsync()]);
  const waiting = backOff.wait(false);
  window.dispatchEvent(new Event('online'));
  expect(await waiting).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('restarts the count of attempts after progress', async () => {
  const backOff = createBackOff(new AbortController().signal);
  for (let error = 0; error < 4; error += 1) {
    backOff.reset();
    const waiting = backOff.wait(true);
    await vi.runAllTimersAsync();
    expect(await waiting).toBe(true);
  }
});
