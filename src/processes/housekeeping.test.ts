import { expect, it, vi } from 'vitest';
import { startHousekeeping } from './housekeeping.ts';

const HOUR_MS = 3_600_000;

it('runs all background work until it is stopped', async () => {
  vi.useFakeTimers();
  try {
    const [stopScanning, stopDelivering, stopListening] = [vi.fn(), vi.fn(), vi.fn()];
    const parts = {
      store: { sweep: vi.fn().mockResolvedValue(undefined), makeSpace: vi.fn().mockResolvedValue(0) },
      virusScan: { start: vi.fn(() => stopScanning) },
      deliveries: { start: vi.fn(() => stopDelivering) },
      contentHook: { listen: vi.fn(() => stopListening) },
    };
    const stop = startHousekeeping(parts as unknown as Parameters<typeof startHousekeeping>[0]);
    for (const start of [parts.virusScan.start, parts.deliveries.start, parts.contentHook.listen])
      expect(start).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(parts.store.sweep).toHaveBeenCalledTimes(2);
    expect(parts.store.makeSpace).toHaveBeenCalledTimes(360);
    await stop({ isHurried: true });
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(parts.store.sweep).toHaveBeenCalledTimes(2);
    expect(stopDelivering).toHaveBeenCalledWith({ isHurried: true });
    for (const end of [stopScanning, stopListening]) expect(end).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
