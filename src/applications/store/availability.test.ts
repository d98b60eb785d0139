import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchAvailability } from './availability.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const settled = () => new Promise((resolve) => setTimeout(resolve));
const succeeds = async () => undefined;

it('reports a part as unavailable until a later check succeeds', async () => {
  const reports: unknown[] = [];
  const database = vi.fn(succeeds).mockRejectedValueOnce(new Error('no answer'));
  const unavailable = watchAvailability({ database, files: succeeds, disk: succeeds }, (part, reason) =>
    reports.push([part, reason]),
  );
  expect(unavailable()).toEqual([]);
  await settled();
  expect(unavailable()).toEqual(['database']);
  vi.advanceTimersByTime(3000);
  unavailable();
  await settled();
  expect(unavailable()).toEqual([]);
  expect(reports).toEqual([
    ['database', 'no answer'],
    ['database', undefined],
  ]);
});
