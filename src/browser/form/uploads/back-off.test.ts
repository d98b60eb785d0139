import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBackOff } from './back-off.ts';

const SECOND_MS = 1000;
/** The site responds within 15 s even if its database never does. */
const SLOWEST_RESPONSE_MS = 15 * SECOND_MS;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails until the back-off gives up. */
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

it.each([0, SECOND_MS, 5 * SECOND_MS, SLOWEST_RESPONSE_MS])(
  'gives up on server errors after at most three attempts within 30 s if each response takes %d ms',
  async (responseMs) => {
    const { attempts, ms } = await failUntilGivenUp(responseMs, () => true);
    expect(attempts).toBeGreaterThan(1);
    expect(attempts).toBeLessThanOrEqual(3);
    expect(ms).toBeLessThanOrEqual(30 * SECOND_MS);
  },
);

it('retries for minutes without a response', async () => {
  const { ms } = await failUntilGivenUp(0, () => false);
  expect(ms).toBeGreaterThan(180 * SECOND_MS);
});

it('gives up on server errors between lost connections', async () => {
  let count = 0;
  const { attempts } = await failUntilGivenUp(0, () => count++ % 2 === 1);
  expect(attempts).toBeLessThanOrEqual(6);
});

it('retries immediately when the browser is online', async () => {
  const backOff = createBackOff(new AbortController().signal);
  await Promise.all([backOff.wait(false), vi.runAllTimersAsync()]);
  const waiting = backOff.wait(false);
  window.dispatchEvent(new Event('online'));
  expect(await waiting).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('restarts its count after progress', async () => {
  const backOff = createBackOff(new AbortController().signal);
  for (let error = 0; error < 4; error += 1) {
    backOff.reset();
    const waiting = backOff.wait(true);
    await vi.runAllTimersAsync();
    expect(await waiting).toBe(true);
  }
});
