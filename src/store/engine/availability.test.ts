import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchAvailability } from './availability.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const settled = () => new Promise((resolve) => setTimeout(resolve));
const fine = async () => undefined;

describe('the parts of the store that are away', () => {
  it('are named once they have been asked, and until they answer again', async () => {
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

  it('are asked one question at a time, however often somebody wants to know, and nobody waits for the answer', async () => {
    const asked = vi.fn(() => new Promise<void>(() => undefined));
    const away = watchAvailability({ database: asked, files: fine }, () => undefined);
    for (let times = 0; times < 100; times += 1) {
      expect(away()).toEqual([]);
      vi.advanceTimersByTime(1000);
    }
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
