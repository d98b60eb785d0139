import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BEAT_MS, createPulse, MISSED_AT_START, MISSED_BEATS } from './pulse.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a worker's pulse", () => {
  it('is missed once, less than ten seconds after the last beat', () => {
    const onSilence = vi.fn();
    const pulse = createPulse(onSilence);
    for (let beats = 0; beats < 3 * MISSED_BEATS; beats += 1) {
      vi.advanceTimersByTime(BEAT_MS);
      pulse.beat();
    }
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000 - BEAT_MS);
    vi.advanceTimersByTime(60_000);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('may come late for the first time, while the program is loaded', () => {
    const onSilence = vi.fn();
    createPulse(onSilence);
    vi.advanceTimersByTime(MISSED_AT_START * BEAT_MS - 1);
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('is not waited for once the worker has ended', () => {
    const onSilence = vi.fn();
    createPulse(onSilence).stop();
    vi.advanceTimersByTime(60_000);
    expect(onSilence).not.toHaveBeenCalled();
  });
});
