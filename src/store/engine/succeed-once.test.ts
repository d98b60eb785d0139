import { expect, it, vi } from 'vitest';
import { succeedOnce } from './succeed-once.ts';

it('retries the work after a failure, but not after a success', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue();
  const begin = succeedOnce(work);
  await expect(Promise.all([begin(), begin()])).rejects.toThrow('away');
  expect(work).toHaveBeenCalledTimes(1);
  await Promise.all([begin(), begin()]);
  await begin();
  expect(work).toHaveBeenCalledTimes(2);
});
