import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchAvailability } from './availability.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const settled = () => new Promise((resolve) => setTimeout(resolve));
const fine = async () => undefined;

describe('unavailable parts of the store', () => {
  it('are reported after a failed check until they recover', async () => {
    const told: unknown[] = [];
    let failure: Error | undefined = new Error('no answer');
    const database = async () => {
      if (failure) throw failure;
    };
    const away = watchAvailability({ database, files: fine }, (part, reason) => told.push([part, reason]));
    expect(away()).toEqual([]);
    await settled();
    expect(away()).toEqual(['database']);
    failure = undefined;
    vi.advanceTimersByTime(3000);
    away();
    await settled();
    expect(away()).toEqual([]);
    expect(told).toEqual([
      ['database', 'no answer'],
      ['database', undefined],
    ]);
  });

  it('are checked one at a time in the background', async () => {
    const asked = vi.fn(() => new Promise<void>(() => undefined));
    const away = watchAvailability({ database: asked, files: fine }, () => undefined);
    for (let times = 0; times < 100; times += 1) {
      expect(away()).toEqual([]);
      vi.advanceTimersByTime(1000);
    }
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
